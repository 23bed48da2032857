import { expect, it } from "vitest";
import { readWhat } from "../../../../core/node/mcp/read-what.ts";
import type { Question } from "../../../../core/node/mcp/tool.ts";

const KNOWN = new Set(["new york", "white house", "river"]);

/** Knows a few terms; every expression has one cell. */
const question = {
  ask: async (name: string, args: { readonly term?: string }) =>
    name === "app.term"
      ? { known: KNOWN.has(args.term ?? "") }
      : { evaluated: true, positions: [1], unknown: [], texts: [] },
} as unknown as Question;

const read = async (what: string) => (await readWhat(question, "what", what, undefined)).read;

it("looks up every run of words in a line, quoted or not", async () => {
  expect(await read('new york + white house - "a sentence here"')).toMatchObject({
    kind: "expression",
    expression: '"new york" + "white house" - text:"a sentence here"',
  });
});

it("says why a short line with signs was read as a text", async () => {
  expect(await read("river - (a big one)")).toMatchObject({
    kind: "text",
    notAnExpression: expect.stringMatching(/^Column 10: “a big one” is not one term\./),
  });
});
