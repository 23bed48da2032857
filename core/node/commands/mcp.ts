import { userDirectories } from "../config/directories.ts";
import { endInTime } from "../config/process.ts";
import { programInfo } from "../config/program-info.ts";
import { requireFolder } from "../config/require-paths.ts";
import type { Command, CommandContext } from "./command.ts";

const CONFIGURATION = `{ "mcpServers": { "semascope": { "command": "semascope", "args": ["mcp"] } } }`;

/** `semascope mcp`: serves the client that started it, until that closes the pipe. */
export const mcp: Command = {
  name: "mcp",
  summary:
    "Answers an assistant by the Model Context Protocol, on standard input and output; it is read-only by default.",
  usage: "[options]",
  mostOperands: 0,
  options: [
    { name: "check", help: "print what an assistant would see, and end" },
    {
      name: "allow-labels",
      help: "offer the tool label too; its labels carry the assistant's name and can be taken back",
    },
    { name: "name", value: "NAME", help: "what labels call the assistant (its program's name)" },
    { name: "retinas", value: "DIR", help: "folder with retina files (the shipped ones)" },
  ],
  examples: [
    "semascope mcp --check",
    "claude mcp add semascope -- semascope mcp",
    "codex mcp add semascope -- semascope mcp",
    `${CONFIGURATION}   (Claude Desktop, Cursor and others, in their own files)`,
  ],
  async run(context) {
    const { flags } = context;
    const retinas = flags.text("retinas");
    if (retinas !== undefined) await requireFolder(retinas);
    // Read only here: no other command needs the protocol.
    const [{ Answering }, { toolsFor }] = await Promise.all([
      import("../mcp/answering.ts"),
      import("../mcp/tools/all-tools.ts"),
    ]);
    const answering = new Answering({ directories: userDirectories(), retinas });
    const tools = toolsFor(flags.isOn("allow-labels"));
    try {
      if (flags.isOn("check")) await check(context, answering, tools);
      else await serve(context, answering, tools);
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

async function serve({ flags, terminal }: CommandContext, answering: Answering, tools: Tools) {
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

async function check({ terminal, flags }: CommandContext, answering: Answering, offered: Tools) {
  const { checkServer } = await import("../mcp/check-server.ts");
  const { from, tools, described } = await checkServer(answering, offered);
  if (flags.isOn("json")) {
    const listed = tools.map(({ name, description, writes }) => ({ name, description, writes }));
    terminal.print(JSON.stringify({ from, tools: listed, described }));
    return;
  }
  terminal.print(`Answers come from ${from}.\n\nTools:`);
  for (const { name, description } of tools) terminal.print(`  ${name.padEnd(12)}${description}`);
  terminal.print(`\nThe first answer, of describe:\n\n${described}`);
}
