import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const PROGRAM = path.resolve(import.meta.dirname, "../../../../dist/core/node/cli.js");

/** For machines whose processors are busy with something else. */
const PATIENCE = 600_000;

export interface AssistantOptions {
  /** Of the user that the program plays. */
  readonly home: string;
  readonly args?: readonly string[];
  readonly name?: string;
  /** The newest revision of the protocol, or what clients of 2025 speak. */
  readonly revision?: "newest" | "2025";
}

/** The compiled `semascope mcp`, spoken to by the client of the protocol's own library. */
export async function startAssistant(options: AssistantOptions) {
  const { home, args = [], name = "tester", revision = "newest" } = options;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, "mcp", ...args],
    env: { ...(process.env as Record<string, string>), SEMASCOPE_HOME: home },
    stderr: "pipe",
  });
  const client = new Client(
    { name, version: "1.0" },
    { versionNegotiation: { mode: revision === "newest" ? "auto" : "legacy" } },
  );
  await client.connect(transport);
  const { tools } = await client.listTools();
  const call = (tool: string, given: object = {}) =>
    client.callTool({ name: tool, arguments: { ...given } }, { timeout: PATIENCE });
  return {
    client,
    transport,
    tools,
    call,
    /** The data of an answer that has to be there. */
    async data<T = Record<string, never>>(tool: string, given: object = {}): Promise<T> {
      const { structuredContent, content, isError } = await call(tool, given);
      if (isError === true) throw new Error(JSON.stringify(content));
      return structuredContent as T;
    },
    /** The sentence of a refusal. */
    async refusal(tool: string, given: object): Promise<string> {
      const { isError, content } = await call(tool, given);
      if (isError !== true) throw new Error(`${tool} was not refused`);
      return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    },
  };
}
