import { create } from "zustand";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { announce } from "../../state/announcer.ts";
import { chooseRetina } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { refreshCards, showPane, showRetina } from "./retina-look.ts";
import { type TrainingForm, trainingInput } from "./training-form.ts";

export type JobState = Output<"app.job">;
export type Trained = NonNullable<Output<"app.jobResult">["trained"]>;

/** A training under way or waiting to be looked at. It goes on while a person works elsewhere. */
interface Training {
  readonly phase: "idle" | "running" | "trained" | "failed" | "cancelled";
  readonly job: JobState | null;
  readonly trained: Trained | null;
  readonly error: unknown;
  /** The phases that began so far, in order, with the time each began at. */
  readonly phases: readonly { readonly name: string; readonly began: number }[];
}

const IDLE: Training = { phase: "idle", job: null, trained: null, error: null, phases: [] };
export const useTraining = create<Training>(() => IDLE);

const POLL_MS = 500;

export async function startTraining(retina: string, form: TrainingForm): Promise<void> {
  useTraining.setState({ ...IDLE, phase: "running" });
  try {
    let job = await call("app.jobStart", { retina_name: retina, input: trainingInput(form) });
    while (job.state === "waiting" || job.state === "running") {
      noteProgress(job);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      job = await call("app.job", { id: job.id });
    }
    await finish(job);
  } catch (error) {
    useTraining.setState({ phase: "failed", error });
  }
}

function noteProgress(job: JobState): void {
  useTraining.setState(({ phases }) => {
    const isNew = job.phase !== "" && phases.at(-1)?.name !== job.phase;
    return { job, phases: isNew ? [...phases, { name: job.phase, began: Date.now() }] : phases };
  });
}

async function finish(job: JobState): Promise<void> {
  if (job.state === "cancelled") {
    useTraining.setState({ phase: "cancelled", job });
    return;
  }
  if (job.state === "failed")
    throw new Error(job.error?.message ?? "The training stopped without saying why.");
  const { trained } = await call("app.jobResult", { id: job.id });
  useTraining.setState({ phase: "trained", job, trained });
  announce("The training is done. Look at the result before you keep it.");
}

export async function cancelTraining(): Promise<void> {
  const { job } = useTraining.getState();
  if (job) await call("app.jobCancel", { id: job.id });
}

/** Installs the trained retina and shows its card; the person may also want to use it at once. */
export async function keepTrained(replace: boolean): Promise<void> {
  const { job } = useTraining.getState();
  if (!job) return;
  try {
    const card = await call("app.trainingKeep", { id: job.id, replace });
    useTraining.setState(IDLE);
    showRetina(card.name);
    showPane("installed");
    await refreshCards();
    toast(`${card.name} is installed`, { label: "Use it", run: () => chooseRetina(card.name) });
  } catch (error) {
    useTraining.setState({ error });
  }
}

export async function discardTrained(): Promise<void> {
  const { job } = useTraining.getState();
  if (!job) return;
  try {
    await call("app.trainingDiscard", { id: job.id });
    useTraining.setState(IDLE);
    toast("The trained retina was thrown away");
  } catch (error) {
    useTraining.setState({ error });
  }
}
