import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runDesktop } from "../../../electron/launch/run-desktop.ts";

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

  it("does not throw when the program cannot be run at all", async () => {
    expect(await runDesktop(join(tmpdir(), "no-such-program"), ".")).toEqual({
      code: 1,
      failedToStart: true,
    });
  });
});
