import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { cancelled } from "../../../../core/errors.ts";
import type { Ask } from "../../../../core/node/mcp/answering.ts";
import { mcpServer, toolsFor } from "../../../../core/node/mcp/mcp-server.ts";

/** A client in this process, whose questions are answered as a test says. */
async function connected(ask: Ask) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = mcpServer({ version: "1", tools: toolsFor(false), answering: { ask } });
  await server.connect(theirs);
  const client = new Client({ name: "tester", version: "1" });
  await client.connect(ours);
  return client;
}
const TEXT = { name: "read", arguments: { text: "war" } };

describe("a question that takes long", () => {
  it("says what it is at until it is answered", async () => {
    let answer: (cause: Error) => void = () => {};
    const client = await connected(() => new Promise((_, reject) => (answer = reject)));
    const told: unknown[] = [];
    const { isError } = await client.callTool(TEXT, {
      onprogress(progress) {
        told.push(progress);
        if (told.length === 2) answer(cancelled());
      },
    });
    expect([isError, told]).toEqual([
      true,
      [
        expect.objectContaining({ progress: 1, message: "reading the text (1 s)" }),
        expect.objectContaining({ progress: 2, message: "reading the text (2 s)" }),
      ],
    ]);
    await client.close();
  });

  it("is stopped at the endpoint when the client cancels it, and the next one is answered", async () => {
    const controller = new AbortController();
    let stopped: () => void = () => {};
    const isStopped = new Promise<void>((resolve) => (stopped = resolve));
    const client = await connected(
      (_name, _args, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            stopped();
            reject(cancelled());
          });
          controller.abort();
        }),
    );
    await expect(client.callTool(TEXT, { signal: controller.signal })).rejects.toThrow();
    await isStopped;
    expect((await client.callTool({ name: "none", arguments: {} })).isError).toBe(true);
    await client.close();
  });

  it("hides what only a developer could use of a fault inside", async () => {
    const client = await connected(() => Promise.reject(new Error("secret path")));
    const { content, isError } = await client.callTool(TEXT);
    expect([isError, content]).toEqual([
      true,
      [{ type: "text", text: "Something went wrong inside the engine." }],
    ]);
    await client.close();
  });
});
