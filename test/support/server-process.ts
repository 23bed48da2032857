import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** The compiled program, serving in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly apiKey: string;
  /** Address of the page, with the token that works once. */
  readonly application: string;
  /** Resident memory in MB; 0 where the system does not tell. */
  memory(): number;
  /** Files, pipes and connections that are open; 0 where the system does not tell. */
  descriptors(): number;
  /** Processor time it has used, in seconds; 0 where the system does not tell. */
  worked(): number;
  /** Asks it to stop; @returns its exit code and what it wrote to standard error */
  stop(): Promise<{ code: number | null; errors: string }>;
  /** Ends it at once, with nothing put in order; its data stays. */
  kill(): Promise<void>;
}

type Address = Pick<ServerProcess, "url" | "apiKey" | "application">;

export interface ServerProcessOptions {
  readonly retinas: string;
  readonly threads?: number;
  /** Where its data is; else a folder of its own that is removed at the end. */
  readonly home?: string | undefined;
  /** Folder whose files callers may have read. */
  readonly files?: string | undefined;
}

/** Run from `dist/test/support`. */
const PROGRAM = path.resolve(import.meta.dirname, "../../core/node/cli.js");

export async function startServerProcess({
  retinas,
  threads,
  home: named,
  files,
}: ServerProcessOptions): Promise<ServerProcess> {
  const home = named ?? (await mkdtemp(path.join(tmpdir(), "semascope-")));
  const options = ["--port", "0", "--json", "--retinas", retinas];
  if (threads !== undefined) options.push("--threads", String(threads));
  if (files !== undefined) options.push("--files", files);
  const child = spawn(process.execPath, [PROGRAM, "serve", ...options], {
    env: { ...process.env, SEMASCOPE_HOME: home },
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const address = await new Promise<Address>((resolve, reject) => {
    child.stdout.once("data", (chunk) => resolve(JSON.parse(String(chunk))));
    void exit.then((code) => reject(new Error(`The server ended with ${code}: ${errors}`)));
  });
  return {
    ...address,
    memory: () => residentMegabytes(child.pid ?? 0),
    descriptors: () => descriptorsOf(child.pid ?? 0),
    worked: () => processorSeconds(child.pid ?? 0),
    async stop() {
      child.kill("SIGTERM");
      const code = await exit;
      if (named === undefined) await rm(home, { recursive: true, force: true, maxRetries: 10 });
      return { code, errors };
    },
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

function residentMegabytes(id: number): number {
  const file = `/proc/${id}/status`;
  if (!existsSync(file)) return 0;
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1] ?? 0) / 1024;
}

function descriptorsOf(id: number): number {
  const folder = `/proc/${id}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** Ticks of the system's clock per second, as Linux counts them for programs. */
const TICKS = 100;

function processorSeconds(id: number): number {
  const file = `/proc/${id}/stat`;
  if (!existsSync(file)) return 0;
  // After the name in brackets, which may hold anything, come the state and ten other fields, then user and system time.
  const fields = readFileSync(file, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The shipped retinas if they are there, else the folder that `--retinas` names. */
export function retinasFolder(named: string | undefined): string {
  const shipped = path.resolve(import.meta.dirname, "../../../retinas");
  const folder = named ?? shipped;
  if (!existsSync(folder))
    throw new Error(`There are no retinas in ${folder}; name a folder with --retinas.`);
  return folder;
}
