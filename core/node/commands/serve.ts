import { once } from "node:events";
import path from "node:path";
import { badInput } from "../../errors.ts";
import { type ClusterSettings, toConnection } from "../collections/connection/cluster-settings.ts";
import { userDirectories } from "../config/directories.ts";
import { endInTime } from "../config/process.ts";
import { programInfo } from "../config/program-info.ts";
import { requireFolder } from "../config/require-paths.ts";
import { keyLine } from "../http/api-key.ts";
import { DEFAULT_PORT, type Listening, startHost } from "../http/start-host.ts";
import { CLUSTER, clusterOf } from "./cluster-options.ts";
import { type Command, type CommandContext, type Flags, RETINAS } from "./command.ts";

/** `semascope serve`: runs until it is asked to stop. */
export const serve: Command = {
  name: "serve",
  summary:
    "Serves the API and the application over HTTP, and prints the key and the file that stores it.",
  usage: "[options]",
  operands: 0,
  options: `
    --port P             port (${DEFAULT_PORT}); 0 takes any free one
    --host H             address to listen on (127.0.0.1)
    --no-auth            require no key
    --cors ORIGIN...     let pages of this origin call; * for all
    ${RETINAS}
    --files DIR...       folder whose files the service may read for clients, links included; repeatable. Default: your home folder, or none if --host is open to others
    --threads N          threads for long calls (one for each core, at most 4); with 0 such calls delay all others
    ${CLUSTER}
    --fixed-collections  reject other clusters: the service connects to no address that a client gives
    --timeout SECONDS    longest a call may take (30)`,
  examples: `
    semascope serve
    semascope serve --port 9000 --retinas ./retinas
    semascope serve --collections https://one:9200,https://two:9200
    semascope serve --host 0.0.0.0 --files /srv/texts --cors https://lab.example.org`,
  async run({ terminal, flags, show }) {
    const cluster = await clusterOf(flags);
    const options = hostOptions(flags);
    // Heard from the start: the address is printed before everything is open.
    const stop = new AbortController();
    // A second request to stop ends the program at once.
    const release = terminal.onInterrupt(() => {
      release();
      stop.abort();
    });
    const host = await startHost({
      ...options,
      ...(cluster === undefined ? {} : { cluster }),
      onListening: (listening) => show(addressOf(listening), () => greeting(listening)),
    });
    for (const warning of [...host.warnings, ...(await clusterWarnings(cluster))])
      terminal.warn(`Warning: ${warning}`);
    if (!stop.signal.aborted) await once(stop.signal, "abort");
    terminal.warn("Stopping: requests under way are finished.");
    await endInTime(() => host.close());
  },
};

/** A cluster that does not answer now may do so later, so it keeps nobody from starting. */
async function clusterWarnings(cluster: ClusterSettings | undefined): Promise<string[]> {
  if (cluster === undefined) return [];
  const { checkConnection } = await import("../collections/connection/check-connection.ts");
  const { usable, message } = await checkConnection(await toConnection(cluster));
  return usable ? [] : [message];
}

function hostOptions(flags: Flags) {
  const port = flags.whole("port", 0, 65_535);
  const threads = flags.whole("threads", 0, 64);
  const seconds = flags.number("timeout");
  const host = flags.text("host");
  const retinas = flags.text("retinas");
  const files = flags.list("files").map((folder) => path.resolve(folder));
  if (seconds !== undefined && !(seconds > 0 && seconds <= 86_400))
    throw badInput("timeout", `--timeout takes seconds up to 86400, not ${seconds}.`);
  return {
    auth: !flags.isOn("no-auth"),
    cors: flags.list("cors"),
    ...(files.length === 0 ? {} : { files }),
    fixedCollections: flags.isOn("fixed-collections"),
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(retinas === undefined ? {} : { retinas }),
    ...(threads === undefined ? {} : { threads }),
    ...(seconds === undefined ? {} : { seconds }),
  };
}

const addressOf = (host: Listening) => ({
  url: host.url,
  application: host.appAddress(),
  apiKey: host.apiKey,
  keyFile: host.apiKey === null ? null : host.keyFile,
});

function greeting(host: Listening): string {
  const { application, apiKey } = addressOf(host);
  const header = apiKey === null ? "" : ` -H 'api-key: ${apiKey}'`;
  return [
    `API          ${host.url}/rest`,
    keyLine(host),
    `Application  ${application}`,
    "",
    "Try:",
    `  curl${header} '${host.url}/rest/terms/similar_terms?term=apple'`,
  ].join("\n");
}

/** `semascope mcp`: serves the client that started it, until that closes the pipe. */
export const mcp: Command = {
  name: "mcp",
  summary:
    "Serves an assistant by the Model Context Protocol on standard input and output; read-only by default.",
  usage: "[options]",
  operands: 0,
  options: `
    --check         print what an assistant would see, and end
    --allow-labels  offer the tool label too; its labels carry the assistant's name and can be taken back
    --name NAME     what labels call the assistant (its program's name)
    ${RETINAS}`,
  examples: `
    semascope mcp --check
    claude mcp add semascope -- semascope mcp
    codex mcp add semascope -- semascope mcp
    { "mcpServers": { "semascope": { "command": "semascope", "args": ["mcp"] } } }   (Claude Desktop, Cursor and others, in their own files)`,
  async run(context) {
    const { flags } = context;
    const retinas = flags.text("retinas");
    if (retinas !== undefined) await requireFolder(retinas);
    // Loaded only here: no other command needs the protocol.
    const [{ Answering }, { toolsFor }] = await Promise.all([
      import("../mcp/answering.ts"),
      import("../mcp/tools/all-tools.ts"),
    ]);
    const answering = new Answering({ directories: userDirectories(), retinas });
    const tools = toolsFor(flags.isOn("allow-labels"));
    try {
      await (flags.isOn("check") ? check : serveClient)(context, answering, tools);
    } finally {
      await endInTime(() => answering.close(), PATIENCE);
    }
  },
};

type Answering = InstanceType<typeof import("../mcp/answering.ts")["Answering"]>;
type Tools = ReturnType<typeof import("../mcp/tools/all-tools.ts")["toolsFor"]>;

/** Milliseconds that the engine has to end when nobody waits for an answer any more. */
const PATIENCE = 5000;
/** Bytes of a message; no tool takes a tenth of that. */
const MOST_LINE = 10 * 2 ** 20;

async function serveClient(
  { flags, terminal }: CommandContext,
  answering: Answering,
  tools: Tools,
) {
  const [{ serveStdio, StdioServerTransport }, { mcpServer }, { WholeLines }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../mcp/mcp-server.ts"),
    import("../mcp/whole-lines.ts"),
  ]);
  const { stdin, stdout } = process;
  const lines = stdin.pipe(
    new WholeLines(MOST_LINE, (answer) => stdout.write(`${JSON.stringify(answer)}\n`)),
  );
  // The lines are short enough, but several may wait.
  const unbounded = { maxBufferSize: Number.POSITIVE_INFINITY };
  const { version } = programInfo();
  const name = flags.text("name");
  await new Promise<void>((resolve) => {
    const handle = serveStdio(() => mcpServer({ version, tools, answering, name }), {
      transport: new StdioServerTransport(lines, stdout, unbounded),
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

async function check({ show }: CommandContext, answering: Answering, offered: Tools) {
  const { checkServer } = await import("../mcp/mcp-server.ts");
  const { from, described } = await checkServer(answering, offered);
  const tools = offered.map(({ name, description, writes }) => ({ name, description, writes }));
  show({ from, tools, described }, () =>
    [
      `Answers come from ${from}.\n\nTools:`,
      ...tools.map(({ name, description }) => `  ${name.padEnd(12)}${description}`),
      `\nThe first answer, of describe:\n\n${described}`,
    ].join("\n"),
  );
}
