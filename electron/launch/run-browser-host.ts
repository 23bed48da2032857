import { ApiError } from "../../core/errors.ts";
import { endInTime } from "../../core/node/config/process.ts";
import { keyLine } from "../../core/node/http/api-key.ts";
import { type Host, type HostOptions, startHost } from "../../core/node/http/start-host.ts";

export interface BrowserHostOptions {
  /** Undefined takes the usual port, or any other when that is in use. */
  readonly port: number | undefined;
  /** Opens the address, which lets one browser in. */
  readonly open: (address: string) => void;
  readonly print: (line: string) => void;
  /** Resolves when it is time to end. */
  readonly end: Promise<unknown>;
  /** Folders and the like; those of the program and the person when left out. */
  readonly host?: HostOptions;
}

/** Serves page and engine on this machine until told to end. @throws ApiError with a sentence for a person */
export async function runBrowserHost(options: BrowserHostOptions): Promise<void> {
  const host = await start(options);
  const address = host.appAddress();
  for (const warning of host.warnings) options.print(warning);
  options.print(`Semascope is at ${address}`);
  options.print("The address lets one browser in; any other browser asks for the key.");
  options.print(keyLine(host));
  options.print("Press Ctrl+C to stop.");
  options.open(address);
  await options.end;
  await endInTime(() => host.close());
}

async function start({ port, host = {} }: BrowserHostOptions): Promise<Host> {
  try {
    return await startHost(port === undefined ? host : { ...host, port });
  } catch (cause) {
    const isTaken = cause instanceof ApiError && cause.code === "conflict";
    if (port !== undefined || !isTaken) throw cause;
    return startHost({ ...host, port: 0 });
  }
}
