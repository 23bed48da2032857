import { execFile } from "node:child_process";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestHost, type TestHost } from "../../support/test-host.ts";

const run = promisify(execFile);
const README = new URL("../../../core/api/README.md", import.meta.url);

/** Enough of `requests` for the example, for machines without it. */
const REQUESTS = `
import json as _json
import urllib.request

class _Reply:
    def __init__(self, data):
        self.data = data
    def json(self):
        return _json.loads(self.data)

def post(url, json=None, headers=None):
    request = urllib.request.Request(url, data=_json.dumps(json).encode(), headers=headers or {})
    with urllib.request.urlopen(request) as reply:
        return _Reply(reply.read())
`;

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
  await mkdir(path.join(host.folder, "shim"));
});
afterAll(() => host.end());

async function runExample(language: string, command: string, ...args: string[]): Promise<string> {
  const text = await readFile(README, "utf8");
  const code = new RegExp(`\\n\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(text)?.[1];
  if (code === undefined) throw new Error(`The README has no example in ${language}.`);
  const { stdout } = await run(command, [...args, code], {
    cwd: host.folder,
    env: {
      ...process.env,
      SEMASCOPE_URL: host.url,
      SEMASCOPE_KEY: host.apiKey ?? "",
      PYTHONPATH: path.join(host.folder, "shim"),
    },
  });
  return stdout;
}

it("the examples for curl work", async () => {
  const output = await runExample("sh", "sh", "-ec");
  expect(output).toContain('[{"term":"apple"');
  expect(output).toContain('"river"');
  expect((await stat(path.join(host.folder, "fruit.png"))).size).toBeGreaterThan(200);
});

it("the example for Python works", async () => {
  const isInstalled = await run("python3", ["-c", "import requests"]).then(
    () => true,
    () => false,
  );
  if (!isInstalled) await writeFile(path.join(host.folder, "shim", "requests.py"), REQUESTS);
  expect(await runExample("python", "python3", "-c")).toMatch(/^\['apple', .*\]\n0\.\d+\n$/);
});

it("the example for Node works", async () => {
  const output = await runExample("js", process.execPath, "--input-type=module", "-e");
  expect(output).toMatch(/^fruit \d+\n$/);
});
