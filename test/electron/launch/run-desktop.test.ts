import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { runDesktop } from "../../../electron/launch/run-desktop.ts";

const COMPILED = new URL("../../../dist/electron/launch/run-desktop.js", import.meta.url).href;

function script(body: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "semascope-")), "program.cjs");
  writeFileSync(file, body);
  return file;
}

describe("running the desktop program", () => {
  it("ends with the program's own code", async () => {
    expect(await runDesktop(process.execPath, script("process.exit(0)"))).toEqual({
      code: 0,
      failedToStart: false,
    });
  });

  it("tells a program that dies at once from one that was used", async () => {
    expect(await runDesktop(process.execPath, script("process.exit(127)"))).toEqual({
      code: 127,
      failedToStart: true,
    });
  });

  it.runIf(process.platform !== "win32")(
    "is alone in handing on what a terminal sends to all of its processes",
    async () => {
      // Signals of one kind may arrive as one, so another kind stands for what a terminal sends.
      const program = script(`
        let isReached = false;
        process.on("SIGUSR2", () => { isReached = true; });
        process.on("SIGTERM", () => process.exit(isReached ? 1 : 0));
        setInterval(() => {}, 1000);
        console.log("ready");`);
      const source = `import { runDesktop } from ${JSON.stringify(COMPILED)};
        process.on("SIGUSR2", () => console.log("reached"));
        const { code } = await runDesktop(process.execPath, ${JSON.stringify(program)});
        process.exit(code);`;
      // A group of its own, as a terminal makes one for each command.
      const launcher = spawn(process.execPath, ["--input-type=module", "-e", source], {
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(launcher, "exit");
      const output = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]();
      expect((await output.next()).value).toBe("ready");
      process.kill(-(launcher.pid ?? Number.NaN), "SIGUSR2");
      expect((await output.next()).value).toBe("reached");
      launcher.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    },
  );

  it("does not throw when the program cannot be run at all", async () => {
    expect(await runDesktop(join(tmpdir(), "no-such-program"), ".")).toEqual({
      code: 1,
      failedToStart: true,
    });
  });
});
