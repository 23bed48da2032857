import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { WorkspaceStore } from "../../../core/node/workspace/workspace-store.ts";
import { makeTestFolder } from "../../support/test-host.ts";

const COMPILED = new URL("../../../dist/core/node/", import.meta.url).href;

/** Runs a module in a process of its own, prints what it acknowledges, and kills it in the middle. */
function killed(source: string, afterLines: number): Promise<string[]> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", source]);
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.split("\n").length > afterLines) child.kill("SIGKILL");
    });
    child.on("exit", () => resolve(text.split("\n").slice(0, -1)));
  });
}

/** The compiled program, serving tiny retinas in folders of its own. */
async function serve() {
  const folder = await makeTestFolder();
  const program = new URL("cli.js", COMPILED).pathname;
  const args = ["serve", "--port", "0", "--json", "--no-auth", "--threads", "1"];
  const child = spawn(
    process.execPath,
    [program, ...args, "--retinas", path.join(folder, "retinas")],
    {
      env: { ...process.env, SEMASCOPE_HOME: path.join(folder, "home") },
    },
  );
  const [line] = await once(child.stdout, "data");
  const { url } = JSON.parse(String(line)) as { url: string };
  return { folder, child, url, exit: once(child, "exit") };
}

async function startTraining(url: string, file: string): Promise<string> {
  const body = JSON.stringify({ input: { kind: "train", name: "own", paths: [file] } });
  const reply = await fetch(`${url}/rest/semascope/jobs`, { method: "POST", body });
  return ((await reply.json()) as { id: string }).id;
}

describe("a service that is asked to stop", () => {
  it("ends although a task runs and others wait, all of which count as interrupted", async () => {
    const { folder, child, url, exit } = await serve();
    const corpus = path.join(folder, "corpus.txt");
    await writeFile(corpus, "the apple tree by the river bank was old.\n".repeat(20_000));
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await startTraining(url, corpus));
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    for (const id of ids) {
      const file = path.join(folder, "home", "data", "jobs", id, "job.json");
      expect(JSON.parse(await readFile(file, "utf8")).job).toMatchObject({
        state: "failed",
        error: { code: "interrupted" },
      });
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
});

describe("a process that is asked to stop while it writes", () => {
  it("finishes the file", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "stop-"));
    const lines = await killed(
      `import { readdirSync } from "node:fs";
       import { writeSafely } from "${COMPILED}config/write-safely.js";
       process.on("SIGTERM", () => {});
       const folder = ${JSON.stringify(folder)};
       const writing = writeSafely(folder + "/state", Buffer.alloc(2 ** 26, 1));
       while (readdirSync(folder).length === 0) await new Promise(setImmediate);
       process.kill(process.pid, "SIGTERM");
       await writing;
       console.log("written");`,
      1,
    );
    expect(lines).toEqual(["written"]);
    expect((await readFile(path.join(folder, "state"))).length).toBe(2 ** 26);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
});

describe("a process that is killed while it writes", () => {
  it("loses no save that it acknowledged", async () => {
    for (const lines of [1, 4, 9, 23]) {
      const folder = await mkdtemp(path.join(tmpdir(), "kill-"));
      const acknowledged = await killed(
        `import { WorkspaceStore } from "${COMPILED}workspace/workspace-store.js";
         const store = new WorkspaceStore(${JSON.stringify(folder)});
         await store.load("s", false);
         for (let i = 1; ; i++) {
           const workspace = { upTo: i, filler: "x".repeat(500000) };
           await store.save({ session: "s", base: i - 1, save: i, workspace });
           console.log(i);
         }`,
        lines,
      );
      const { workspace, damaged } = await new WorkspaceStore(folder).load("next", false);
      expect(damaged).toBeNull();
      expect(Number(workspace?.upTo)).toBeGreaterThanOrEqual(Number(acknowledged.at(-1)));
      expect(String(workspace?.filler)).toHaveLength(500_000);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });

  it("leaves either the old or the new key, whole", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "kill-"));
    await killed(
      `import { writeSafely } from "${COMPILED}config/write-safely.js";
       for (let i = 0; ; i++) {
         await writeSafely(${JSON.stringify(path.join(folder, "api-key"))}, String(i % 10).repeat(32) + "\\n");
         console.log(i);
       }`,
      30,
    );
    expect(await readFile(path.join(folder, "api-key"), "utf8")).toMatch(/^(\d)\1{31}\n$/);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
});
