import type { WorkspaceFiles } from "../../../../core/node/workspace/workspace-files.ts";

/** The files of a disk, by revision. */
export type Disk = Map<number, string>;

/** The process was killed: nothing is done and nothing is answered any more. */
const KILLED = new Error("killed");

/** A disk in memory whose process is killed after so many steps, before or after a step. */
export function dyingFiles(disk: Disk, stepsToLive: number): WorkspaceFiles {
  let steps = stepsToLive;
  const live = () => {
    if (steps <= 0) throw KILLED;
    steps--;
  };
  const step = async <T>(act: () => T): Promise<T> => {
    live();
    const done = act();
    live();
    return done;
  };
  return {
    list: () =>
      step(() => [...disk.keys()].sort((a, b) => b - a).map((revision) => ({ revision, at: 0 }))),
    read: (revision) => step(() => disk.get(revision)),
    create: (revision, text) =>
      step(() => !disk.has(revision) && Boolean(disk.set(revision, text))),
    remove: (revision) => step(() => void disk.delete(revision)),
    setAside: (revision) => step(() => String(disk.delete(revision))),
    tidy: async () => live(),
    earlier: async () => null,
  };
}
