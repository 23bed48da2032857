import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ApiError, badInput, notFound } from "../../errors.ts";
import { SOCKET } from "../http/service-address.ts";
import type { Answering } from "./answering.ts";
import { type Answer, cut, type KeptPicture, type Question, type Tool } from "./tool.ts";
import { describe, difference, search, summarise, words } from "./tools/collections.ts";
import { filter, label } from "./tools/filters.ts";
import { compare, explore, picture, read } from "./tools/meaning.ts";

interface Offer {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly answering: Pick<Answering, "ask">;
  /** What labels call the assistant; the name of its program if left out. */
  readonly name?: string | undefined;
}

const INSTRUCTIONS =
  "Semascope finds, compares and counts texts by meaning, on this machine and exactly. Call describe first: it lists the collections with their columns. Totals count every row; what is not listed is said in leftOut, with how to get it. Name the query and the row ids that an answer rests on.";

/** The server for one client: which tools there are, and what they answer. */
export function mcpServer({ version, tools, answering, name }: Offer): Server {
  const pictures = new Pictures();
  const server = new Server(
    { name: "semascope", title: "Semascope", version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(described) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const ticking = tellProgress(context);
    const question: Question = {
      ask: (endpoint, args, doing) => {
        if (doing !== undefined) ticking.doing = doing;
        return answering.ask(endpoint, args, context.mcpReq.signal);
      },
      author: `assistant: ${cleaned(name ?? clientOf(server, context))}`,
      keep: (picture) => pictures.keep(picture),
    };
    try {
      const tool = tools.find((each) => each.name === params.name);
      if (tool === undefined) throw unknownTool(params.name, tools);
      return resultOf(await tool.run(params.arguments ?? {}, question));
    } catch (cause) {
      return failed(cause);
    } finally {
      ticking.end();
    }
  });
  server.setRequestHandler("resources/list", () => ({
    resources: pictures.list().map(({ uri, title }) => ({
      uri,
      name: title,
      mimeType: "image/svg+xml",
    })),
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => ({
    contents: [{ uri, mimeType: "image/svg+xml", text: pictures.read(uri).svg }],
  }));
  return server;
}

const described = ({ name, title, description, input, writes }: Tool) => ({
  name,
  title,
  description,
  inputSchema: plain(input) as { type: "object" },
  annotations: {
    readOnlyHint: !writes,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
});

/** Without what a schema carries for the compiler alone. */
const plain = (schema: object): object => JSON.parse(JSON.stringify(schema)) as object;

function resultOf({ text, data, png, resource }: Answer): CallToolResult {
  return {
    content: [
      { type: "text", text },
      ...(png === undefined ? [] : [{ type: "image" as const, data: png, mimeType: "image/png" }]),
      ...(resource === undefined
        ? []
        : [
            {
              type: "resource_link" as const,
              uri: resource.uri,
              name: resource.title,
              mimeType: "image/svg+xml",
            },
          ]),
    ],
    structuredContent: { ...data },
  };
}

/** A model reads the sentence and asks better; the code is for programs. */
function failed(cause: unknown): CallToolResult {
  const { code, message, details } = ApiError.toData(cause);
  if (!(cause instanceof ApiError)) process.stderr.write(`${String((cause as Error)?.stack)}\n`);
  return {
    isError: true,
    content: [{ type: "text", text: message }],
    _meta: { "semascope/error": { code, details } },
  };
}

const unknownTool = (name: string, tools: readonly Tool[]) =>
  badInput(
    "name",
    name === "label"
      ? "Labelling is not allowed; the person can start semascope mcp with --allow-labels."
      : `There is no tool “${cut(name, 80)}”; there are: ${tools.map((each) => each.name).join(", ")}.`,
  );

/** The client says who it is with each request, or once at the beginning. */
function clientOf(server: Server, { mcpReq }: ServerContext): string {
  const envelope = mcpReq.envelope as Readonly<Record<string, { name?: unknown }>> | undefined;
  const name = envelope?.[CLIENT_INFO_META_KEY]?.name ?? server.getClientVersion()?.name;
  return typeof name === "string" ? name : "unnamed";
}

const LONGEST_NAME = 60;
/** Of a name that any program may give itself. */
const cleaned = (name: string) =>
  cut(name.replaceAll(/[\p{C}\s]+/gu, " ").trim(), LONGEST_NAME) || "unnamed";

const EVERY = 1000;

/** Says once per second what a question is at, so that its client goes on waiting. */
function tellProgress({ mcpReq }: ServerContext) {
  const token = mcpReq._meta?.progressToken;
  const ticking = { doing: "working", end: () => {} };
  if (token === undefined) return ticking;
  let seconds = 0;
  const timer = setInterval(() => {
    const params = {
      progressToken: token,
      progress: ++seconds,
      message: `${ticking.doing} (${seconds} s)`,
    };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  }, EVERY);
  return Object.assign(ticking, { end: () => clearInterval(timer) });
}

/** For a person: where answers come from, and the first answer that an assistant would get. */
export async function checkServer(answering: Answering, tools: readonly Tool[]) {
  const service = await answering.service();
  const { signal } = new AbortController();
  const ask: Question["ask"] = (name, args) => answering.ask(name, args, signal);
  const first = tools.find(({ name }) => name === "describe");
  const answer = await first?.run({}, { ask, author: "", keep: () => "" });
  return { from: wordsFor(service), described: answer?.text ?? "" };
}

function wordsFor(service: string | undefined): string {
  if (service === undefined) return "its own engine, since no service is running";
  return service.startsWith(SOCKET)
    ? "the desktop application, which is open"
    : `the service at ${service}`;
}

const MOST = 20;

/** The last pictures that were drawn, as resources. */
export class Pictures {
  readonly #kept = new Map<string, KeptPicture>();
  #count = 0;

  keep(picture: KeptPicture): string {
    const uri = `semascope://picture/${++this.#count}.svg`;
    this.#kept.set(uri, picture);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return uri;
  }

  list(): { uri: string; title: string }[] {
    return [...this.#kept].map(([uri, { title }]) => ({ uri, title }));
  }

  /** @throws not-found */
  read(uri: string): KeptPicture {
    const found = this.#kept.get(uri);
    if (found === undefined)
      throw notFound(
        `There is no picture ${uri.slice(0, 80)}; the last ${MOST} are kept, so draw it again.`,
      );
    return found;
  }
}

const ALL: readonly Tool[] = [
  describe,
  explore,
  compare,
  picture,
  read,
  search,
  summarise,
  words,
  difference,
  filter,
  label,
];

/** The tools that are offered: those that write only where the person allowed it. */
export const toolsFor = (mayWrite: boolean): readonly Tool[] =>
  ALL.filter(({ writes }) => mayWrite || !writes);
