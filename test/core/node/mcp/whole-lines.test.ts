import { once } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TooLong, WholeLines } from "../../../../core/node/mcp/whole-lines.ts";

/** Sends bytes in pieces. @returns the lines that came through, and the answers to the others */
async function through(bytes: Buffer, most: number, pieces: readonly number[] = []) {
  const answers: TooLong[] = [];
  const lines = new WholeLines(most, (answer) => answers.push(answer));
  const passed: string[] = [];
  lines.on("data", (line: Buffer) => passed.push(line.toString()));
  const ended = once(lines, "end");
  let from = 0;
  for (const size of pieces) {
    lines.write(bytes.subarray(from, from + size));
    from += size;
  }
  lines.end(bytes.subarray(from));
  await ended;
  return { passed, answers };
}

const request = (id: unknown, text: string) =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { id: 99, text } });

describe("lines of messages", () => {
  it("come whole, and one that is too long is answered and keeps no other back", async () => {
    const long = request(7, "x".repeat(3000));
    const { passed, answers } = await through(Buffer.from(`{"a":1}\n${long}\n{"b":2}\n`), 1000);
    expect(passed).toEqual(['{"a":1}\n', '{"b":2}\n']);
    expect(answers).toEqual([
      {
        jsonrpc: "2.0",
        id: 7,
        error: {
          code: -32_600,
          message: `The message has ${long.length} bytes; at most 1000 are accepted. Ask about less at a time.`,
        },
      },
    ]);
  });

  it.each([
    ["behind the version", request("a-1", "x".repeat(2000)), "a-1"],
    ["first", `{"id": -3, "params": "${"x".repeat(2000)}"}`, -3],
    ["last", `{"method":"m","params":"${"x".repeat(2000)}","jsonrpc":"2.0","id":"é"}`, "é"],
    ["only among the parameters", `{"params":{"id":5,"x":"${"x".repeat(2000)}"}}`, null],
    ["nowhere", "x".repeat(2000), null],
  ])("are answered by their id where it is %s", async (_, line, id) => {
    const { answers } = await through(Buffer.from(`${line}\n`), 1000);
    expect(answers.map((answer) => answer.id)).toEqual([id]);
  });

  it("are the same however their bytes are cut into pieces", async () => {
    const line = fc
      .string({ maxLength: 30, unit: "binary" })
      .map((text) => text.replace(/\n/g, ""));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 60 }),
        async (texts, pieces, most) => {
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
          const fits = (text: string) => Buffer.byteLength(text) <= most;
          const { passed, answers } = await through(bytes, most, pieces);
          expect(passed).toEqual(texts.filter(fits).map((text) => `${text}\n`));
          expect(answers).toHaveLength(texts.filter((text) => !fits(text)).length);
        },
      ),
    );
  });
});
