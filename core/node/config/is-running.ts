import { codeOf } from "./system-error.ts";

/** Whether a process of that number runs on this machine, whoever owns it. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (cause) {
    return codeOf(cause) === "EPERM";
  }
}
