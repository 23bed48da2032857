import { create } from "zustand";
import { isRecord, isText } from "../../../core/workspace/fit.ts";
import type { CollectionInfo } from "../../api/collection-queries.ts";
import { isAlive, markAlive } from "../../state/live-windows.ts";

/** A collection that goes with the window it was made in. */
interface Temporary {
  readonly window: string;
  /** When the collection was made; "" while its first rows are waited for. Another of its name stays. */
  readonly created: string;
}
type ByName = Readonly<Record<string, Temporary>>;

/** In the browser's own storage, not in the workspace: a workspace travels, and collections do not. */
const KEY = "semascope-temporary";
const WINDOW = "semascope-window";

export const useTemporary = create<{ readonly byName: ByName }>(() => ({ byName: read() }));

function read(): ByName {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (!isRecord(kept)) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, own]) =>
        isRecord(own) && isText(own.window) && isText(own.created)
          ? [[name, { window: own.window, created: own.created }] as const]
          : [],
      ),
    );
  } catch {
    return {};
  }
}

function write(byName: ByName): void {
  useTemporary.setState({ byName });
  localStorage.setItem(KEY, JSON.stringify(byName));
}

/** The same over a reload, and another for each window. */
function ownWindow(): string {
  const known = sessionStorage.getItem(WINDOW);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(WINDOW, made);
  return made;
}

export function makeTemporary(name: string): void {
  const window = ownWindow();
  markAlive(window);
  write({ ...read(), [name]: { window, created: "" } });
}

/** It stays from now on. */
export function keepCollection(name: string): void {
  const byName = read();
  if (Object.hasOwn(byName, name))
    write(Object.fromEntries(Object.entries(byName).filter(([each]) => each !== name)));
}

/** Takes note of when this window's collections were made. @returns names of those whose window is gone */
export async function settleTemporary(
  listed: readonly CollectionInfo[],
): Promise<readonly string[]> {
  const byName = read();
  const own = ownWindow();
  if (Object.values(byName).some(({ window }) => window === own)) markAlive(own);
  const madeOf = new Map(listed.map(({ name, created }) => [name, created]));
  const noted = Object.entries(byName).map(([name, each]) => {
    const created = each.window === own && each.created === "" ? madeOf.get(name) : undefined;
    return [name, created === undefined ? each : { ...each, created }] as const;
  });
  if (noted.some(([name, each]) => each !== byName[name])) write(Object.fromEntries(noted));
  const left: string[] = [];
  for (const [name, { window, created }] of noted) {
    const isOthers = window !== own && created !== "" && madeOf.get(name) === created;
    if (isOthers && !(await isAlive(window))) left.push(name);
  }
  return left;
}
