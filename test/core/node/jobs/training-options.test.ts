import path from "node:path";
import { expect, test } from "vitest";
import type { Input } from "../../../../core/api/client-types.ts";
import { checkArgs } from "../../../../core/api/validate.ts";
import { trainingChoice } from "../../../../core/node/training/train-request.ts";

/** As the options of a task are read. */
function optionsOf(options: Readonly<Record<string, unknown>>) {
  const asked = { input: { kind: "train", name: "mine", paths: ["/texts"], options } };
  const { input } = checkArgs("app.jobStart", asked) as Input<"app.jobStart">;
  return trainingChoice("mine", input.kind === "train" ? (input.options ?? {}) : {});
}

test("a teacher is a folder, with a place where its readings are kept", () => {
  const { teachers, options } = optionsOf({ teacher: ["/models/mini"], taught: [50] });
  const readings = expect.stringMatching(/readings$/);
  expect(teachers).toEqual([{ folder: "/models/mini", readings }]);
  expect(path.isAbsolute(teachers[0]?.readings ?? "")).toBe(true);
  expect(options).toMatchObject({ taught: [50], sentences: 60_000 });
  expect(options).not.toHaveProperty("teacher");
  expect(optionsOf({ teacher: ["/models/mini"] }).options.taught).toEqual([70]);
  expect(optionsOf({}).teachers).toEqual([]);
});

test("each of several teachers has a share, and together they have 100 percent at most", () => {
  const teacher = ["/models/mini", "/models/many"];
  expect(optionsOf({ teacher, taught: [50, 20] }).options.taught).toEqual([50, 20]);
  expect(optionsOf({ teacher, taught: [50, 50] }).teachers).toHaveLength(2);
  expect(() => optionsOf({ teacher })).toThrow("2 teachers need 2 shares");
  expect(() => optionsOf({ teacher, taught: [50] })).toThrow("2 teachers need 2 shares");
  expect(() => optionsOf({ taught: [50, 20] })).toThrow("2 shares for one teacher");
  expect(() => optionsOf({ teacher, taught: [60, 41] })).toThrow("add up to 101%");
});

test("a share above 100 percent and a teacher that is no text are refused with the option's name", () => {
  expect(() => optionsOf({ taught: [101] })).toThrow(
    "“input.options.taught[0]” must be at most 100",
  );
  expect(() => optionsOf({ teacher: [1] })).toThrow("“input.options.teacher[0]” must be a string");
});

test("parts that count less in the map are read as on the command line", () => {
  expect(optionsOf({ mapShare: "classics=20" }).options.mapShare).toBe("classics=20");
  expect(() => optionsOf({ mapShare: "classics=200" })).toThrow("“classics=200” is none");
});
