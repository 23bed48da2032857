import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { desktopObstacle } from "../../../electron/launch/find-electron.ts";
import { ROOT } from "../support/built.ts";

/** A folder that a current Electron was unpacked into. */
const electron = process.env.SEMASCOPE_ELECTRON;

test.skip(electron === undefined, "SEMASCOPE_ELECTRON names no folder of an unpacked Electron.");
test.skip(process.platform !== "linux", "The packaged program is started on Linux alone.");
const obstacle = desktopObstacle({ ...process, uid: process.getuid?.() });
test.skip(obstacle !== undefined, obstacle);

let data: string;
let program: ChildProcess;

test.beforeAll(() => {
  // All of the application is packed into one file.
  test.setTimeout(600_000);
  const { status, stdout } = spawnSync(
    process.execPath,
    ["test/config/package.js", "--electron", electron ?? ""],
    { cwd: ROOT, encoding: "utf8" },
  );
  expect(status, stdout).toBe(0);
  data = mkdtempSync(join(tmpdir(), "semascope-packaged-"));
});
test.afterAll(() => {
  program?.kill("SIGKILL");
  if (data) rmSync(data, { recursive: true, force: true, maxRetries: 10 });
});

test("the packaged program opens its window on the page, and ends well", async () => {
  // Its fuses keep anybody from looking into its main process; which pages are open, Chromium tells.
  program = spawn(
    join(ROOT, "dist/packages/linux-unpacked/semascope"),
    [`--user-data-dir=${data}`, "--remote-debugging-port=0", "--disable-gpu"],
    { env: { ...process.env, SEMASCOPE_HOME: data }, stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await devtoolsOf(program);
  const pages = async () => {
    const reply = await fetch(new URL("/json/list", address.replace("ws:", "http:")));
    const listed = (await reply.json()) as { type: string; title: string; url: string }[];
    return listed.map(({ type, title, url }) => ({ type, title, url }));
  };
  // Read out of the archive: a page that is not there has no title.
  const page = { type: "page", title: "Semascope", url: "app://semascope/index.html" };
  await expect.poll(pages, { timeout: 60_000 }).toEqual([page]);
  const ended = once(program, "exit");
  program.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

/** Where Chromium says that its pages can be looked at. */
function devtoolsOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    stderr?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const [, address] = /DevTools listening on (\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
    stderr?.once("end", () => reject(new Error(`It ended: ${text}`)));
  });
}
