import { expect, it } from "vitest";
import { Type } from "#typebox";
import { defineTool, type Question } from "../../../../core/node/mcp/tool.ts";

const question: Question = {
  ask: () => Promise.reject(new Error("Nothing is asked here.")),
  author: "assistant: a",
  keep: () => "",
};
const count = defineTool({
  name: "count",
  title: "Counts",
  description: "Counts up to ten.",
  input: { to: Type.Integer() },
  output: { to: Type.Integer() },
  run: async ({ to }) => ({
    text: ["Counted.", to < 1 && "There is nothing to count."],
    data: { to: Math.min(to, 10) },
    ...(to > 10 ? { leftOut: `${to - 10} numbers are not listed; ask for fewer.` } : {}),
  }),
});

it("every tool says what its answer leaves out, in its last line and as data", async () => {
  expect(await count.run({ to: 12 }, question)).toEqual({
    text: "Counted.\n2 numbers are not listed; ask for fewer.",
    data: { to: 10, leftOut: "2 numbers are not listed; ask for fewer." },
  });
  expect(await count.run({ to: 0 }, question)).toEqual({
    text: "Counted.\nThere is nothing to count.",
    data: { to: 0, leftOut: null },
  });
  expect(Object.keys(count.output.properties)).toEqual(["to", "leftOut"]);
  expect(count.output.required).toEqual(["to", "leftOut"]);
});
