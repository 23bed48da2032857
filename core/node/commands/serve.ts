import { once } from "node:events";
import path from "node:path";
import { type ClusterSettings, toConnection } from "../collections/connection/cluster-settings.ts";
import { userDirectories } from "../config/directories.ts";
import { endInTime } from "../config/process.ts";
import { programInfo } from "../config/program-info.ts";
import { requireFolder } from "../config/require-paths.ts";
import { DEFAULT_PORT, type Listening, startHost } from "../http/start-host.ts";
import {
  type CommandContext,
  command,
  flag,
  type Options,
  RETINAS,
  STORE,
  text,
  texts,
  whole,
} from "./command.ts";
import { clusterOf } from "./local-engine.ts";

const SERVE = {
  port: whole(`Port (${DEFAULT_PORT}); 0 takes any free one.`, 0, 65_535),
  host: text("Address to listen on (127.0.0.1)."),
  noAuth: flag("Require no key."),
  cors: texts("Let pages of this origin call; * for all."),
  files: texts(
    "Folder whose files the service may read for clients, links included. Default: your home folder, or none if --host is open to others.",
  ),
  threads: whole(
    "Threads for long calls (one for each core, at most 4); with 0 such calls delay all others.",
    0,
    64,
  ),
  collections: STORE.collections,
  collectionsAuthority: STORE.collectionsAuthority,
  fixedCollections: flag(
    "Reject other clusters: the service connects to no address that a client gives.",
  ),
  timeout: whole("Longest seconds that a call may take (30).", 1, 86_400),
  ...RETINAS,
};

/** `semascope serve`: runs until it is asked to stop. */
const serve = command({
  name: "serve",
  summary:
    "Serves the API and the application over HTTP, and prints the key and the file that stores it.",
  options: SERVE,
  examples: `
    semascope serve
    semascope serve --port 9000 --retinas ./retinas
    semascope serve --collections https://one:9200,https://two:9200
    semascope serve --host 0.0.0.0 --files /srv/texts --cors https://lab.example.org`,
  async run({ terminal, options, show }) {
    const { noAuth, timeout, collections, collectionsAuthority, ...others } = options;
    const cluster = await clusterOf({ ...given({ collections, collectionsAuthority }) });
    // Heard from the start: the address is printed before everything is open.
    const stop = new AbortController();
    // A second request to stop ends the program at once.
    const release = terminal.onInterrupt(() => {
      release();
      stop.abort();
    });
    const host = await startHost({
      ...others,
      ...given({
        seconds: timeout,
        cluster,
        files: others.files?.map((each) => path.resolve(each)),
      }),
      auth: noAuth !== true,
      onListening: (listening) => show(addressOf(listening)),
    });
    for (const warning of [...host.warnings, ...(await clusterWarnings(cluster))])
      terminal.warn(`Warning: ${warning}`);
    if (!stop.signal.aborted) await once(stop.signal, "abort");
    terminal.warn("Stopping: requests under way are finished.");
    await endInTime(() => host.close());
  },
});

/** Without what is undefined. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** A cluster that does not answer now may do so later, so it keeps nobody from starting. */
async function clusterWarnings(cluster: ClusterSettings | undefined): Promise<string[]> {
  if (cluster === undefined) return [];
  const { checkConnection } = await import("../collections/connection/check-connection.ts");
  const { usable, message } = await checkConnection(await toConnection(cluster));
  return usable ? [] : [message];
}

function addressOf(host: Listening) {
  const { url, apiKey, keyFile } = host;
  const header = apiKey === null ? "" : ` -H 'api-key: ${apiKey}'`;
  return {
    url,
    application: host.appAddress(),
    apiKey,
    keyFile: apiKey === null ? null : keyFile,
    try: `curl${header} '${url}/rest/terms/similar_terms?term=apple'`,
  };
}

const MCP = {
  check: flag("Print what an assistant would see, and end."),
  allowLabels: flag(
    "Offer the tool label too; its labels carry the assistant's name and can be taken back.",
  ),
  name: text("What labels call the assistant (its program's name)."),
  ...RETINAS,
};
type McpContext = CommandContext<Options<typeof MCP>>;

/** `semascope mcp`: serves the client that started it, until that closes the pipe. */
const mcp = command({
  name: "mcp",
  summary:
    "Serves an assistant by the Model Context Protocol on standard input and output; read-only by default.",
  options: MCP,
  examples: `
    semascope mcp --check
    claude mcp add semascope -- semascope mcp
    codex mcp add semascope -- semascope mcp
    { "mcpServers": { "semascope": { "command": "semascope", "args": ["mcp"] } } }   (Claude Desktop, Cursor and others, in their own files)`,
  async run(context) {
    const { retinas, allowLabels = false, check = false } = context.options;
    if (retinas !== undefined) await requireFolder(retinas);
    // Loaded only here: no other command needs the protocol.
    const [{ Answering }, { toolsFor }] = await Promise.all([
      import("../mcp/answering.ts"),
      import("../mcp/mcp-server.ts"),
    ]);
    const answering = new Answering({ directories: userDirectories(), retinas });
    const tools = toolsFor(allowLabels);
    try {
      await (check ? showCheck : serveClient)(context, answering, tools);
    } finally {
      await endInTime(() => answering.close(), PATIENCE);
    }
  },
});

export const services = [serve, mcp];

type Answering = InstanceType<typeof import("../mcp/answering.ts")["Answering"]>;
type Tools = ReturnType<typeof import("../mcp/mcp-server.ts")["toolsFor"]>;

/** Milliseconds that the engine has to end when nobody waits for an answer any more. */
const PATIENCE = 5000;

async function serveClient(
  { options: { name }, terminal }: McpContext,
  answering: Answering,
  tools: Tools,
) {
  const [{ serveStdio, StdioServerTransport }, { mcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../mcp/mcp-server.ts"),
  ]);
  const { stdin, stdout } = process;
  // Tools limit what they take; a longer message must not close the connection.
  const unbounded = { maxBufferSize: Number.POSITIVE_INFINITY };
  const { version } = programInfo();
  await new Promise<void>((resolve) => {
    const handle = serveStdio(() => mcpServer({ version, tools, answering, name }), {
      transport: new StdioServerTransport(stdin, stdout, unbounded),
      onerror: (cause) => terminal.warn(cause.message),
    });
    const release = terminal.onInterrupt(() => {
      release();
      void handle.close().then(resolve);
    });
    // The client has gone: nobody waits for answers any more.
    stdin.once("close", resolve);
    stdin.once("end", resolve);
  });
}

async function showCheck({ show }: McpContext, answering: Answering, offered: Tools) {
  const { checkServer } = await import("../mcp/mcp-server.ts");
  const { from, described } = await checkServer(answering, offered);
  const tools = offered.map(({ name, description, writes = false }) => ({
    name,
    writes,
    description,
  }));
  show({ from, tools, described });
}
