import { statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { ApiError } from "../../core/errors.ts";
import { endInTime } from "../../core/node/config/process.ts";
import { keyLine } from "../../core/node/http/api-key.ts";
import { type Host, type HostOptions, startHost } from "../../core/node/http/start-host.ts";
import { importHash } from "./offered-files.ts";

export interface BrowserHostOptions {
  /** Undefined takes the usual port, or any other when that is in use. */
  readonly port: number | undefined;
  /** Opens the address, which lets one browser in. */
  readonly open: (address: string) => void;
  readonly print: (line: string) => void;
  /** Resolves when it is time to end. */
  readonly end: Promise<unknown>;
  /** To make a collection of. */
  readonly files?: readonly string[];
  /** Folders and the like; those of the program and the person when left out. */
  readonly host?: HostOptions;
}

/** Serves page and engine on this machine until told to end. @throws ApiError with a sentence for a person */
export async function runBrowserHost(options: BrowserHostOptions): Promise<void> {
  const { files = [] } = options;
  let address = "";
  const host = await start(options, (listening) => {
    address = `${listening.appAddress()}${importHash(files)}`;
    options.print(`Semascope is at ${address}`);
    options.print("The address admits one browser. Any other browser asks for the key.");
    options.print(keyLine(listening));
    options.print("Press Ctrl+C to stop.");
  });
  for (const warning of host.warnings) options.print(warning);
  options.open(address);
  await options.end;
  await endInTime(() => host.close());
}

async function start(
  { port, files = [], host: own = {} }: BrowserHostOptions,
  onListening: NonNullable<HostOptions["onListening"]>,
): Promise<Host> {
  // Whoever names a file lets it be read, and what lies beside it.
  const folders = files.map((file) => (statSync(file).isDirectory() ? file : dirname(file)));
  const readable = folders.length === 0 ? {} : { files: [homedir(), ...folders] };
  const host = { ...own, ...readable, onListening };
  try {
    return await startHost(port === undefined ? host : { ...host, port });
  } catch (cause) {
    const isTaken = cause instanceof ApiError && cause.code === "conflict";
    if (port !== undefined || !isTaken) throw cause;
    return startHost({ ...host, port: 0 });
  }
}
