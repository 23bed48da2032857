import { parseArgs } from "node:util";

export interface StartOptions {
  /** Skip the desktop window and serve the page to a browser. */
  readonly browser: boolean;
  /** Port of the browser host; undefined lets it choose. */
  readonly port: number | undefined;
  /** Open the address in the person's browser? */
  readonly open: boolean;
  readonly help: boolean;
  /** Files and folders to make a collection of. */
  readonly files: readonly string[];
}

export const START_HELP = `Starts Semascope in a window. If Electron is not available, it opens in your browser.

  npm start                      the window, otherwise the browser
  npm start -- --browser         always the browser
  npm start -- --port 4117       the port of the page in the browser
  npm start -- --no-open         only print the address
  npm start -- news.csv          import the file into a collection
`;

const HIGHEST_PORT = 65535;

/** @throws Error with a sentence for a person */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      browser: { type: "boolean", default: false },
      port: { type: "string" },
      "no-open": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return {
    browser: values.browser,
    port: values.port === undefined ? undefined : parsePort(values.port),
    open: !values["no-open"],
    help: values.help,
    files: positionals,
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > HIGHEST_PORT)
    throw new Error(`--port takes a number from 0 to ${HIGHEST_PORT}, not “${text}”.`);
  return port;
}
