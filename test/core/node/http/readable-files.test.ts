import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HAS_PIPES, makeTraps } from "../../../support/hostile-files.ts";
import { startTestHost, type TestHost } from "../../../support/test-host.ts";

let folder: string;
let open: string;
let host: TestHost;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "semascope-readable-")));
  open = path.join(folder, "open");
  await mkdir(open);
  await writeFile(path.join(open, "a.csv"), "id,text\n1,apple and pear\n");
  await writeFile(path.join(folder, "secret.csv"), "id,text\n1,apple and pear\n");
  await symlink(path.join(folder, "secret.csv"), path.join(open, "link.csv"));
  host = await startTestHost({ files: [open] });
});
afterAll(async () => {
  await host.end();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function ask(target: string, body: object) {
  const response = await fetch(`${host.url}/rest/semascope/${target}`, {
    method: "POST",
    headers: { "api-key": host.apiKey ?? "" },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.json() };
}
const preview = (file: string) => ask("collection-preview", { paths: [file] });
const start = (into: object) => ask("jobs", { input: { kind: "import", ...into } });
async function folders(search: string) {
  const headers = { "api-key": host.apiKey ?? "" };
  const response = await fetch(`${host.url}/rest/semascope/folders${search}`, { headers });
  return { status: response.status, answer: await response.json() };
}
const refusal = { status: 403, answer: { code: "forbidden" } };

describe("files of the machine, over HTTP", () => {
  it("are read in the folders that were named, and nowhere else, wherever links lead", async () => {
    expect(await preview(path.join(open, "a.csv"))).toMatchObject({ status: 200 });
    for (const file of ["secret.csv", "open/link.csv", "open/../secret.csv", "none.csv"])
      expect(await preview(path.join(folder, file))).toMatchObject(refusal);
    const into = { name: "a", paths: [path.join(open, "link.csv")] };
    expect(await start(into)).toMatchObject(refusal);
    const cluster = {
      action: "check",
      urls: ["https://localhost:1"],
      authorityFile: "/etc/hostname",
    };
    expect(await ask("cluster", cluster)).toMatchObject(refusal);
  });

  it("are refused in a sentence where their path has a NUL character", async () => {
    const answer = { code: "bad-input", message: expect.stringContaining("a NUL character") };
    const file = path.join(open, "a\0.csv");
    expect(await preview(file)).toMatchObject({ status: 400, answer });
    expect(await start({ name: "a", paths: [file] })).toMatchObject({
      status: 400,
      answer,
    });
    const cluster = { action: "check", urls: ["https://localhost:1"], authorityFile: file };
    expect(await ask("cluster", cluster)).toMatchObject({ status: 400, answer });
  });

  it("are not listed beyond them", async () => {
    expect((await folders("")).answer).toMatchObject({ path: open, parent: null });
    expect(await folders(`?path=${encodeURIComponent(folder)}`)).toMatchObject(refusal);
  });

  it.runIf(HAS_PIPES)("are regular ones: pipes and devices are refused at once", async () => {
    const traps = path.join(open, "traps");
    await mkdir(traps);
    for (const { file } of await makeTraps(traps, ".csv")) {
      const { status } = await preview(file);
      expect([400, 403]).toContain(status);
    }
  });
});

describe("by default", () => {
  it("a service on loopback reads the home folder, one that others can reach reads nothing", async () => {
    for (const [options, said] of [
      [{}, homedir()],
      [{ host: "0.0.0.0" }, "reads no files of its machine"],
    ] as const) {
      const own = await startTestHost({ ...options, files: undefined });
      const response = await fetch(`${own.url}/rest/semascope/collection-preview`, {
        method: "POST",
        headers: { "api-key": own.apiKey ?? "" },
        body: JSON.stringify({ paths: ["/etc/hostname"] }),
      });
      expect(response.status).toBe(403);
      expect(await response.text()).toContain(said);
      await own.end();
    }
  });
});
