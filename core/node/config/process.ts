import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { codeOf, systemError } from "./system-error.ts";

/** Whether a process with this PID runs on this machine, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return codeOf(cause) === "EPERM";
  }
}

/** A process as a file names it: systems give the number of an ended process to another one. */
export interface ProcessMark {
  readonly process: number;
  /** When it started, in the system's own words; left out where the system does not report it. */
  readonly processStart?: string | undefined;
}

/** Index of the start among the fields of `/proc/PID/stat` that follow the program's name. */
const START_FIELD = 19;

function startOf(pid: number): string | undefined {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name stands in brackets and may contain any character.
      const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[START_FIELD];
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      return `${boot} ${ticks}`;
    }
    if (process.platform === "darwin") {
      const env = { LC_ALL: "C", TZ: "UTC" };
      const args = ["-o", "lstart=", "-p", String(pid)];
      return execFileSync("/bin/ps", args, { env, encoding: "utf8" }).trim();
    }
  } catch {
    // It has ended, or the system hides it.
  }
  return undefined;
}

let own: ProcessMark | undefined;

/** Marks this process in a file. */
export function ownMark(): ProcessMark {
  own ??= { process: process.pid, processStart: startOf(process.pid) };
  return own;
}

/** Whether the very process that wrote a mark still runs. Without a start to compare, its number decides. */
export function isStillRunning({ process: pid, processStart }: ProcessMark): boolean {
  if (!isRunning(pid)) return false;
  const start = processStart === undefined ? undefined : startOf(pid);
  return start === undefined || start === processStart;
}

/** Loads a part of the program. Where the system does not open its files, the process ends with a sentence. */
export async function loadOrExplain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const problem = systemError(unopenedPackage(cause) ?? cause);
    if (problem === undefined) throw cause;
    process.stderr.write(`${problem.message}\n`);
    process.exit(1);
  }
}

/** Where too many files are open, Node takes a package.json for missing and looks for a file that no package has. */
function unopenedPackage(cause: unknown): Error | undefined {
  if (!(cause instanceof Error) || codeOf(cause) !== "ERR_MODULE_NOT_FOUND") return undefined;
  const file = /'(.+?)'/.exec(cause.message)?.[1] ?? "";
  if (!path.isAbsolute(file) || !existsSync(path.join(path.dirname(file), "package.json")))
    return undefined;
  return Object.assign(new Error(cause.message), { code: "EMFILE", path: file });
}

let hosts = 0;

/**
 * Until the function that is answered is called, a promise that failed where nobody waited for it is written to standard
 * error and ends nothing: one faulty task must not take the service from everyone. Several hosts in one process share the
 * handler.
 */
export function keepServing(): () => void {
  if (hosts++ === 0) process.on("unhandledRejection", reportRejection);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (--hosts === 0) process.off("unhandledRejection", reportRejection);
  };
}

/** First words of the report. */
export const UNHANDLED = "Nobody handled a failure";

function reportRejection(cause: unknown): void {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  process.stderr.write(`${UNHANDLED}; the service goes on.\n${reason}\n`);
}

/** Milliseconds that everything under way has to come to an end. */
const PATIENCE = 30_000;

/**
 * Ends threads and databases before the process, but does not wait for ever. A process that exits while a database works is
 * aborted in the middle of it; one that is killed leaves files as they are made to be found: what was acknowledged is there,
 * and an import goes on when it is started again. So whoever is out of patience kills.
 */
export async function endInTime(
  close: () => Promise<void>,
  milliseconds = PATIENCE,
  kill = killItself,
): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write(
      `Not everything under way ended within ${milliseconds / 1000} seconds; the rest is cut off.\n`,
    );
    kill();
  }, milliseconds);
  await close().finally(() => clearTimeout(deadline));
}

/** No exit: that would wait for threads, and run code of the databases while they work. */
export const killItself = (): void => {
  process.kill(process.pid, "SIGKILL");
};
