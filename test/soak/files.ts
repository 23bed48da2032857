import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Args, Output } from "../../core/api/client-types.ts";
import { makeTraps, writeBomb } from "../support/hostile-files.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

export interface FileSoakOptions {
  readonly retinas: string;
  readonly threads: number;
}

const BOMB_MEGABYTES = 1500;
const PREVIEWS = 300;
const LONG_DOCUMENT = "lines.md.gz";
/** Megabytes that the service may have more at its largest: a line of 128 MB in pieces, and some garbage. */
const MOST_GROWTH = 700;
/** Descriptors that may be open more: a database, a connection. */
const MOST_MORE = 20;

interface Asked {
  readonly what: string;
  readonly status: number;
  readonly message: string;
  readonly milliseconds: number;
}

/** Names traps to a service in every place that takes a file. @returns whether all were refused and nothing is left open */
export async function soakFiles({ retinas, threads }: FileSoakOptions): Promise<boolean> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "semascope-soak-files-")));
  const open = path.join(folder, "open");
  const home = path.join(folder, "home");
  await mkdir(open);
  const good = path.join(open, "good.csv");
  await writeFile(good, `id,text\n${"1,The river and its bank were wild\n".repeat(200_000)}`);
  const traps = await makeAll(open);
  const server = await startServerProcess({ retinas, threads, home, files: open });
  let most = 0;
  const sampler = setInterval(() => {
    most = Math.max(most, server.memory());
  }, 20);
  for (let i = 0; i < 10; i++) await preview(server, good);
  const before = { memory: server.memory(), descriptors: server.descriptors() };
  most = before.memory;

  const asked: Asked[] = [];
  const ask = async (asking: Promise<Asked>) => {
    const one = await asking;
    asked.push(one);
    const { what, status, message, milliseconds } = one;
    const said = message.replaceAll(`${folder}/`, "");
    console.log(
      `  ${what.padEnd(34)}${status}  ${milliseconds.toFixed(0).padStart(6)} ms  ${said}`,
    );
  };
  for (const trap of traps) {
    const name = path.basename(trap);
    await ask(task(server, { kind: "import", name: `soak ${name}`, paths: [trap] }, trap));
    // The beginning of a long document can be shown, and a training reads gigabytes of lines.
    if (name === LONG_DOCUMENT) continue;
    await ask(preview(server, trap));
    await ask(task(server, { kind: "train", name: "soak", paths: [trap] }, trap));
  }
  for (const name of ["workspace-1000000.json", "writer.json"])
    await ask(pipeAs(server, path.join(home, "data", "workspace", name)));
  const wrong = asked.filter(({ status }) => status < 400 || status >= 500);
  const high = most;

  const started = performance.now();
  for (let i = 0; i < PREVIEWS; i++) {
    const { status } = await preview(server, good);
    if (status !== 200) wrong.push({ what: "good.csv", status, message: "", milliseconds: 0 });
  }
  const each = (performance.now() - started) / PREVIEWS;
  const after = { memory: server.memory(), descriptors: server.descriptors() };
  clearInterval(sampler);
  console.log(`${PREVIEWS} previews of a table of 200,000 rows, ${each.toFixed(1)} ms each`);
  console.log(
    `memory ${before.memory.toFixed(0)} MB, ${high.toFixed(0)} MB at most with the traps, ${after.memory.toFixed(0)} MB at the end; ${before.descriptors} open descriptors, later ${after.descriptors}`,
  );
  const stopping = performance.now();
  const { code, errors } = await server.stop();
  console.log(
    `stopped with ${code} after ${(performance.now() - stopping).toFixed(0)} ms ${errors}`,
  );
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  return (
    wrong.length === 0 &&
    high - before.memory < MOST_GROWTH &&
    after.descriptors - before.descriptors < MOST_MORE &&
    code === 0
  );
}

async function makeAll(open: string): Promise<string[]> {
  const traps: string[] = [];
  for (const [name, piece] of [
    ["line.csv.gz", "a"],
    ["line.jsonl.gz", "a"],
    [LONG_DOCUMENT, "aaaaaaa\n"],
    ["list.json.gz", "[1,2],\n"],
    ["zeros.csv.gz", "\0"],
  ] as const) {
    const file = path.join(open, name);
    await writeBomb(file, BOMB_MEGABYTES, piece);
    console.log(
      `  ${name}: ${((await stat(file)).size / 1e6).toFixed(1)} MB, ${BOMB_MEGABYTES} MB unpacked`,
    );
    traps.push(file);
  }
  for (const { file } of await makeTraps(open, ".csv")) traps.push(file);
  const out = path.join(open, "out.csv");
  await symlink("/etc/passwd", out);
  return [...traps, out];
}

async function send(server: ServerProcess, what: string, target: string, body: object) {
  const started = performance.now();
  const response = await fetch(`${server.url}/rest/semascope/${target}`, {
    method: "POST",
    headers: { "api-key": server.apiKey },
    body: JSON.stringify(body),
  });
  const value: unknown = await response.json();
  const message =
    value !== null && typeof value === "object" && "message" in value ? value.message : "";
  const milliseconds = performance.now() - started;
  return { what, status: response.status, message: String(message), milliseconds, value };
}

const preview = (server: ServerProcess, file: string): Promise<Asked> =>
  send(server, `preview of ${path.basename(file)}`, "collection-preview", { paths: [file] });

type TaskInput = Args<"app.jobStart">["input"];

/** A task that is accepted has to fail, and say why. */
async function task(server: ServerProcess, input: TaskInput, file: string): Promise<Asked> {
  const what = `${input.kind} of ${path.basename(file)}`;
  const started = performance.now();
  const { value, ...asked } = await send(server, what, "jobs", { input });
  if (asked.status >= 400) return asked;
  const { id } = value as Output<"app.jobs">[number];
  for (;;) {
    const headers = { "api-key": server.apiKey };
    const response = await fetch(`${server.url}/rest/semascope/jobs?id=${id}`, { headers });
    const [found] = (await response.json()) as Output<"app.jobs">;
    const { state = "failed", error = null } = found ?? {};
    if (state !== "waiting" && state !== "running") {
      const isRefused = state === "failed" && error !== null && error.code !== "internal";
      const milliseconds = performance.now() - started;
      const message = error?.message ?? state;
      return { what, status: isRefused ? 400 : 500, message, milliseconds };
    }
    await sleep(20);
  }
}

/** A named pipe in place of one of the workspace's own files. */
async function pipeAs(server: ServerProcess, file: string): Promise<Asked> {
  await mkdir(path.dirname(file), { recursive: true });
  await rm(file, { force: true });
  execFileSync("mkfifo", [file]);
  const body = { session: "soak", takeOver: false };
  const asked = await send(server, `a pipe as ${path.basename(file)}`, "workspace-load", body);
  await rm(file);
  return asked;
}
