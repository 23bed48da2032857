import { spawn } from "node:child_process";

/** How the desktop program ended. */
export interface DesktopEnd {
  readonly code: number;
  /** It failed before a window can have been used: a missing library, most often. */
  readonly failedToStart: boolean;
}

const START_MILLISECONDS = 8000;

/**
 * Runs Electron on the built application until it quits; signals are handed on. In a group of its own it gets them once: the
 * terminal would send Ctrl+C to it too, and Electron takes a second one for an order to end at once.
 */
export function runDesktop(
  program: string,
  applicationFolder: string,
  args: readonly string[] = [],
): Promise<DesktopEnd> {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, [applicationFolder, ...args], {
      stdio: "inherit",
      detached: process.platform !== "win32",
    });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => child.kill(signal));
    const end = (code: number) =>
      resolve({ code, failedToStart: code !== 0 && Date.now() - started < START_MILLISECONDS });
    child.once("error", () => end(1));
    child.once("exit", (code) => end(code ?? 1));
  });
}
