import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestFolder } from "../../../support/test-host.ts";

const CLI = fileURLToPath(new URL("../../../../dist/core/node/cli.js", import.meta.url));
const run = promisify(execFile);

let folder: string;
let server: ChildProcess;
let printed: string;
beforeAll(async () => {
  folder = await makeTestFolder();
  ({ server, printed } = await serve(["--port", "0"]));
});
afterAll(async () => {
  server.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts the compiled program and waits for the address that it prints. */
function serve(args: readonly string[]): Promise<{ server: ChildProcess; printed: string }> {
  const all = [CLI, "serve", "--retinas", path.join(folder, "retinas"), "--threads", "1", ...args];
  const child = spawn(process.execPath, all, { env: { ...process.env, SEMASCOPE_HOME: folder } });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes("curl")) resolve({ server: child, printed: text });
    });
    child.on("exit", (code) => reject(new Error(`ended with ${code}`)));
  });
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));

describe("the output of the compiled program", () => {
  const pipe = (command: string) =>
    run("sh", ["-c", command], { env: { ...process.env, SEMASCOPE_HOME: folder, CLI } });

  it("may be read in part", async () => {
    const retinas = path.join(folder, "retinas");
    const { stdout, stderr } = await pipe(
      `"${process.execPath}" "$CLI" similar apple --json --retinas "${retinas}" | head -c 3`,
    );
    expect([stdout, stderr]).toEqual(['[{"', ""]);
  });

  it.runIf(existsSync("/dev/full"))("is a sentence when it cannot be written", async () => {
    const failed = pipe(`"${process.execPath}" "$CLI" --help > /dev/full`);
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: "The output cannot be written: the disk is full.\n",
    });
  });
});

describe("semascope serve", () => {
  it("prints an address, a key and a curl line that works", async () => {
    expect(printed).toMatch(/^url +http:\/\/127\.0\.0\.1:\d+\n/);
    expect(printed).toMatch(/\?token=[\w-]+\n/);
    const line = printed.split("\n").find((text) => text.includes("curl")) ?? "";
    const { stdout } = await run("sh", ["-c", line.replace(/^.*?curl/, "curl -s")]);
    expect(JSON.parse(stdout)[0].term).toBe("apple");
  });

  it("tells a second one on the same port in a sentence", async () => {
    const port = /:(\d+)\/rest/.exec(printed)?.[1] ?? "";
    const failed = await run(
      process.execPath,
      [CLI, "serve", "--port", port, "--retinas", path.join(folder, "retinas")],
      {
        env: { ...process.env, SEMASCOPE_HOME: folder },
      },
    ).catch((error) => error);
    expect(failed.code).toBe(6);
    expect(failed.stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is in use/);
    expect(failed.stderr).not.toContain("    at ");
  });

  it("answers a client written with Python's own library", async () => {
    const key = /^apiKey +(\S+)/m.exec(printed)?.[1] ?? "";
    const url = /(http:\S+\/rest)/.exec(printed)?.[1] ?? "";
    const script = `
import json, urllib.request
def call(path, body=None):
    request = urllib.request.Request("${url}" + path, data=body, headers={"api-key": "${key}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        assert reply.status == 200 and reply.headers["Content-Type"] == "application/json", reply.headers
        return json.load(reply)
assert len(call("/retinas")) == 2
assert call("/terms/similar_terms?term=apple&get_fingerprint=True&max_results=3")[0]["term"] == "apple"
assert len(call("/text", "the apple tree".encode())[0]["positions"]) > 100
assert call("/compare", json.dumps([{"term": "apple"}, {"term": "fruit"}]).encode())["sizeLeft"] == 328
assert call("/text/detect_language", "Der er noget galt i Danmark, så jeg må gå hjem".encode("latin-1"))["iso_tag"] == "da"
print("fine")
`;
    const { stdout } = await run("python3", ["-c", script]);
    expect(stdout).toBe("fine\n");
  });

  it("ends well when it is asked to", async () => {
    const other = await serve(["--port", "0", "--no-auth"]);
    expect(other.printed).not.toMatch(/^apiKey|api-key/m);
    const ended = exitOf(other.server);
    other.server.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});
