import type { WorkspaceFiles } from "../../../../core/node/workspace/workspace-files.ts";

/** What a disk holds. */
export interface Disk {
  saved: string | undefined;
  journal: string;
}

/** The process was killed: nothing is done and nothing is answered any more. */
const KILLED = new Error("killed");

/**
 * A disk in memory whose process is killed after so many steps, before or after a step; of an append a part may be
 * through already.
 */
export function dyingFiles(disk: Disk, stepsToLive: number, cut: number): WorkspaceFiles {
  let steps = stepsToLive;
  const live = () => {
    if (steps <= 0) throw KILLED;
    steps--;
  };
  const step = async (act: () => void) => {
    live();
    act();
    live();
  };
  return {
    readSaved: async () => {
      live();
      return disk.saved;
    },
    replaceSaved: (text) =>
      step(() => {
        disk.saved = text;
      }),
    async setSavedAside() {
      await step(() => {
        disk.saved = undefined;
      });
      return "aside";
    },
    readJournal: async () => {
      live();
      return disk.journal;
    },
    async appendToJournal(lines) {
      live();
      const dies = steps === 0;
      disk.journal += dies ? lines.slice(0, Math.floor(cut * lines.length)) : lines;
      live();
    },
    async copyJournal() {
      await step(() => {});
      return "aside";
    },
    replaceJournal: (lines) =>
      step(() => {
        disk.journal = lines;
      }),
    removeJournal: () =>
      step(() => {
        disk.journal = "";
      }),
    tidy: async () => live(),
  };
}
