import { expect, it } from "vitest";
import { Type } from "#typebox";
import { defineTool, type Question } from "../../../../core/node/mcp/tool.ts";
import { toolsFor } from "../../../../core/node/mcp/tools/all-tools.ts";

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
  for (const { name, input, output } of toolsFor(true)) {
    look(input, `${name} takes`);
    look(output, `${name} answers`);
  }
  expect(bare).toEqual([]);
});

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

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
