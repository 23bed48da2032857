import { expect, it } from "vitest";
import { cannotWrite } from "../../../../core/errors.ts";
import { reportFailure } from "../../../../core/node/commands/run-program.ts";

function reported(cause: unknown, wantsJson = false) {
  const lines: string[] = [];
  const code = reportFailure(cause, { wantsJson, warn: (line) => lines.push(line) });
  return { code, lines };
}

it("says in a sentence alone that the disk is full, whoever found out", () => {
  const full = "The result could not be saved: the disk is full.";
  const ofTheSystem = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
  });
  const ofTheDatabase = new Error(
    'IO Error: Could not write file "/data/rows.duckdb": No space left on device',
  );
  expect(reported(ofTheSystem)).toEqual({ code: 1, lines: [full] });
  expect(reported(ofTheDatabase)).toEqual({ code: 1, lines: [full] });
  expect(reported(cannotWrite("The collection", "the disk is full"))).toEqual({
    code: 1,
    lines: ["The collection could not be saved: the disk is full."],
  });
});

it("names the file where the system does", () => {
  const cause = Object.assign(new Error("EACCES"), { code: "EACCES", path: "/a.csv" });
  expect(reported(cause)).toEqual({
    code: 2,
    lines: ["/a.csv cannot be used: this user may not."],
  });
});

it("tells where a fault of the program happened", () => {
  const { code, lines } = reported(new TypeError("x is undefined"));
  expect(code).toBe(1);
  expect(lines).toEqual([
    "Something went wrong inside the engine.",
    expect.stringMatching(/^TypeError: x is undefined\n +at /),
  ]);
});
