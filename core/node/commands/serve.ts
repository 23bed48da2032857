import path from "node:path";
import { badInput } from "../../errors.ts";
import { type ClusterSettings, toConnection } from "../collections/connection/cluster-settings.ts";
import { endInTime } from "../config/process.ts";
import { keyLine } from "../http/api-key.ts";
import { DEFAULT_PORT, type Listening, startHost } from "../http/start-host.ts";
import { CLUSTER_OPTIONS, clusterOf } from "./cluster-options.ts";
import type { Command, CommandContext } from "./command.ts";

/** `semascope serve`: runs until it is asked to stop. */
export const serve: Command = {
  name: "serve",
  summary:
    "Serves the API and the application on HTTP, and prints its key and the file that keeps it.",
  usage: "[options]",
  mostOperands: 0,
  options: [
    { name: "port", value: "P", help: `port (${DEFAULT_PORT}); 0 takes any free one` },
    { name: "host", value: "H", help: "address to listen on (127.0.0.1)" },
    { name: "no-auth", help: "ask for no key" },
    {
      name: "cors",
      value: "ORIGIN",
      several: true,
      help: "let pages of this origin call; * for all",
    },
    { name: "retinas", value: "DIR", help: "folder with retina files (the shipped ones)" },
    {
      name: "files",
      value: "DIR",
      several: true,
      help: "folder whose files callers may have read, links included; may be given several times (your home folder; none with --host that others can reach)",
    },
    {
      name: "threads",
      value: "N",
      help: "threads for long calls (one for each processor, at most 4); with 0 such calls hold up all others",
    },
    ...CLUSTER_OPTIONS,
    {
      name: "fixed-collections",
      help: "let nobody name another cluster in the application: the service connects to no address that a caller gives",
    },
    { name: "timeout", value: "SECONDS", help: "longest a call may take (30)" },
  ],
  examples: [
    "semascope serve",
    "semascope serve --port 9000 --retinas ./retinas",
    "semascope serve --collections https://one:9200,https://two:9200",
    "semascope serve --host 0.0.0.0 --files /srv/texts --cors https://lab.example.org",
  ],
  async run({ terminal, flags }) {
    const cluster = await clusterOf(flags);
    const options = optionsOf(flags);
    // Heard from the start: the address is printed before everything is open.
    const stopped = stopSignal();
    const host = await startHost({
      ...options,
      ...(cluster === undefined ? {} : { cluster }),
      onListening: (listening) => {
        const isJson = flags.isOn("json");
        terminal.print(isJson ? JSON.stringify(addressOf(listening)) : greeting(listening));
      },
    });
    for (const warning of [...host.warnings, ...(await clusterWarnings(cluster))])
      terminal.warn(`Warning: ${warning}`);
    await stopped;
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

function optionsOf(flags: CommandContext["flags"]) {
  const port = flags.number("port");
  const threads = flags.number("threads");
  const seconds = flags.number("timeout");
  const host = flags.text("host");
  const retinas = flags.text("retinas");
  const files = flags.list("files").map((folder) => path.resolve(folder));
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw badInput("port", `--port takes a whole number from 0 to 65535, not ${port}.`);
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 0 && threads <= 64))
    throw badInput("threads", `--threads takes a whole number from 0 to 64, not ${threads}.`);
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

/** Resolves at the first request to stop; a second one ends the program at once, as usual. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
