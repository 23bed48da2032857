import path from "node:path";
import { expect, test } from "vitest";
import { trainingOptions } from "../../../../core/node/jobs/kinds/training-options.ts";

const optionsOf = (options: Readonly<Record<string, string | number>>) =>
  trainingOptions({ kind: "train", name: "mine", paths: ["/texts"], options });

test("a teacher is a folder, with a place where its readings are kept", () => {
  const { teacher, options } = optionsOf({ teacher: "/models/mini", taught: 50 });
  expect(teacher).toEqual({ folder: "/models/mini", readings: expect.stringMatching(/readings$/) });
  expect(path.isAbsolute(teacher?.readings ?? "")).toBe(true);
  expect(options).toMatchObject({ taught: 50, sentences: 60_000 });
  expect(options).not.toHaveProperty("teacher");
  expect(optionsOf({})).not.toHaveProperty("teacher");
});

test("a share above 100 percent and a teacher that is no text are refused with the option's name", () => {
  expect(() => optionsOf({ taught: 101 })).toThrow("at most 100");
  expect(() => optionsOf({ teacher: 1 })).toThrow("“teacher” has to be a string");
});

test("parts that count less in the map are read as on the command line", () => {
  expect(optionsOf({ mapShare: "classics=20" }).options.mapShare).toBe("classics=20");
  expect(() => optionsOf({ mapShare: "classics=200" })).toThrow("“classics=200” is none");
});
