import { create } from "zustand";
import { call } from "../../api/client.ts";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { toast } from "../../state/toasts.ts";

/** Which retina's card stands on the right; "" means the one in use. Outlives the view, never saved. */
interface RetinaLook {
  readonly shown: string;
  readonly pane: "installed" | "train";
  /** What the last action ran into, shown until the next one. */
  readonly error: unknown;
  readonly doing: string;
}

export const useRetinaLook = create<RetinaLook>(() => ({
  shown: "",
  pane: "installed",
  error: null,
  doing: "",
}));

export const showRetina = (shown: string): void => useRetinaLook.setState({ shown });
export const showPane = (pane: RetinaLook["pane"]): void => useRetinaLook.setState({ pane });

export const refreshCards = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: retinaCardsQuery().queryKey });

/** Runs one action; its failure is shown where it was started, and the list is read again either way. */
async function attempt(doing: string, run: () => Promise<void>): Promise<void> {
  useRetinaLook.setState({ error: null, doing });
  try {
    await run();
  } catch (error) {
    useRetinaLook.setState({ error });
  }
  await refreshCards();
}

export const installRetina = (file: File, replace: boolean): Promise<void> =>
  attempt(`Installing ${file.name}`, async () => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const card = await call("app.retinaInstall", { bytes, replace });
    showRetina(card.name);
    toast(`${card.name} is installed`);
  });

export const verifyRetina = (name: string): Promise<void> =>
  attempt(`Checking ${name}`, async () => {
    const { intact, checksum, problem } = await call("app.retinaVerify", { name });
    if (!intact) throw new Error(problem ?? `${name} does not match its checksum.`);
    toast(`${name} is intact: checksum ${checksum.slice(0, 12)}…`);
  });

export const removeRetina = (name: string): Promise<void> =>
  attempt(`Removing ${name}`, async () => {
    await call("app.retinaRemove", { name });
    showRetina("");
    toast(`${name} was removed`);
  });
