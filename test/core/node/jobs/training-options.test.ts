import path from "node:path";
import { expect, test } from "vitest";
import type { Input } from "../../../../core/api/client-types.ts";
import { checkArgs } from "../../../../core/api/validate.ts";
import { trainingChoice } from "../../../../core/node/training/train-request.ts";

/** As the options of a task are read. */
function optionsOf(options: Readonly<Record<string, string | number>>) {
  const asked = { input: { kind: "train", name: "mine", paths: ["/texts"], options } };
  const { input } = checkArgs("app.jobStart", asked) as Input<"app.jobStart">;
  return trainingChoice("mine", input.kind === "train" ? (input.options ?? {}) : {});
}

test("a teacher is a folder, with a place where its readings are kept", () => {
  const { teacher, options } = optionsOf({ teacher: "/models/mini", taught: 50 });
  expect(teacher).toEqual({ folder: "/models/mini", readings: expect.stringMatching(/readings$/) });
  expect(path.isAbsolute(teacher?.readings ?? "")).toBe(true);
  expect(options).toMatchObject({ taught: 50, sentences: 60_000 });
  expect(options).not.toHaveProperty("teacher");
  expect(optionsOf({})).not.toHaveProperty("teacher");
});

test("a share above 100 percent and a teacher that is no text are refused with the option's name", () => {
  expect(() => optionsOf({ taught: 101 })).toThrow("“input.options.taught” has to be at most 100");
  expect(() => optionsOf({ teacher: 1 })).toThrow("“input.options.teacher” has to be a string");
});

test("parts that count less in the map are read as on the command line", () => {
  expect(optionsOf({ mapShare: "classics=20" }).options.mapShare).toBe("classics=20");
  expect(() => optionsOf({ mapShare: "classics=200" })).toThrow("“classics=200” is none");
});
