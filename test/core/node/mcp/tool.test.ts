import { expect, it } from "vitest";
import { Type } from "#typebox";
import { toolsFor } from "../../../../core/node/mcp/mcp-server.ts";
import {
  defineTool,
  MOST_DATA,
  MOST_TEXT,
  type Question,
  written,
} from "../../../../core/node/mcp/tool.ts";

const question: Question = {
  ask: () => Promise.reject(new Error("Nothing is asked here.")),
  author: "assistant: a",
  keep: () => "",
};
const count = defineTool({
  name: "count",
  title: "Counts",
  description: "Counts up to a number.",
  input: { to: Type.Integer(), from: Type.Optional(Type.Integer()) },
  run: async ({ to, from = 0 }) => ({
    say: ["Counted.", to < 1 && "There is nothing to count."],
    data: {
      to,
      numbers: Array.from({ length: to }, (_, i) => ({ text: `${from + i}`.padEnd(99, "-") })),
    },
    rest: {
      numbers: {
        ...{ what: "numbers", total: from + to, before: from },
        how: (next) => `ask again from ${next}`,
      },
    },
    leftOut: [to > 999 && "Ask for fewer."],
  }),
});
const counted = async (given: object) => {
  const { text, data } = await count.run(given, question);
  return { text, data: data as { numbers: { text: string }[]; leftOut: string | null } };
};

it("every field of every tool has a description", () => {
  const bare: string[] = [];
  const look = (schema: object, place: string): void => {
    const { properties = {}, items, anyOf = [] } = schema as Schema;
    for (const [name, each] of Object.entries(properties)) {
      if (each.description === undefined) bare.push(`${place}.${name}`);
      look(each, `${place}.${name}`);
    }
    for (const each of [...(items === undefined ? [] : [items]), ...anyOf]) look(each, place);
  };
  for (const { name, input } of toolsFor(true)) look(input, name);
  expect(bare).toEqual([]);
});

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

it("writes all data for a model, and states that nothing is left out", async () => {
  const number = "0".padEnd(99, "-");
  expect(await counted({ to: 1 })).toEqual({
    text: `Counted.\nto: 1\nnumbers:\n- ${number}`,
    data: { to: 1, numbers: [{ text: number }], leftOut: null },
  });
  expect((await counted({ to: 0 })).text).toBe("Counted.\nThere is nothing to count.\nto: 0");
});

it.each([0, 7])(
  "cuts a list to the budget, and states how to go on after %s items",
  async (from) => {
    const { text, data } = await counted({ to: 1000, from });
    const { length } = data.numbers;
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(MOST_DATA);
    // One more would not fit.
    expect(JSON.stringify(data).length).toBeGreaterThan(MOST_DATA - 2200);
    expect(text.length).toBeLessThanOrEqual(MOST_TEXT + 1);
    const before = from === 0 ? "" : ` ${from} come before;`;
    const rest = `${1000 + from - length} of ${1000 + from} numbers are not listed;${before} ask again from ${from + length}.`;
    expect(text.split("\n").slice(-2)).toEqual([rest, "Ask for fewer."]);
    expect(data.leftOut).toBe(`${rest} Ask for fewer.`);
  },
);

it("writes lists, objects and long texts in one line each", () => {
  const data = {
    about: "a\nb".padEnd(500, "-"),
    none: null,
    empty: { left: [], right: null },
    cells: Array.from({ length: 31 }, (_, i) => i),
    terms: ["x", "y"],
    retina: { name: "en", checksum: "1" },
    rows: [
      { id: "r\ns", score: 0.123456, values: { year: 1901 }, columns: [{ name: "c", type: "t" }] },
    ],
    side: { words: [{ word: "z".repeat(500), odds: 123456 }], regions: [] },
  };
  expect(written([], data, [])).toBe(
    [
      `about: ${data.about}`,
      "cells: 31 values",
      "terms: x, y",
      "retina: name en, checksum 1",
      "rows:",
      "- r s; score 0.1235; values year 1901; columns (c, type t)",
      "side.words:",
      `- ${"z".repeat(400)}…; odds 123456`,
    ].join("\n"),
  );
});
