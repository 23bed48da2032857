import { once } from "node:events";
import { join } from "node:path";
import { desktopObstacle, type ElectronSearch, findElectron } from "./launch/find-electron.ts";
import { hasScreen } from "./launch/has-screen.ts";
import { offeredFiles } from "./launch/offered-files.ts";
import { openInBrowser } from "./launch/open-in-browser.ts";
import { runBrowserHost } from "./launch/run-browser-host.ts";
import { runDesktop } from "./launch/run-desktop.ts";
import { parseStartOptions, START_HELP, type StartOptions } from "./launch/start-options.ts";

// `npm start`: a window of its own where Electron can be had, the browser everywhere else.

const root = join(import.meta.dirname, "../..");

try {
  const options = parseStartOptions(process.argv.slice(2));
  if (options.help) console.log(START_HELP);
  else process.exitCode = await start(options);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 2;
}

async function start(options: StartOptions): Promise<number> {
  const files = offeredFiles(options.files);
  const own = { ...options, files };
  const search = options.browser ? undefined : await findDesktop();
  if (search === undefined) return inBrowser(own);
  if ("obstacle" in search) return inBrowser(own, search.obstacle);
  const { code, failedToStart } = await runDesktop(search.program, root, files);
  return failedToStart ? inBrowser(own, "Electron could not start here.") : code;
}

function findDesktop(): Promise<ElectronSearch> {
  const { platform, env } = process;
  const obstacle = desktopObstacle({ platform, env, uid: process.getuid?.() });
  if (obstacle !== undefined) return Promise.resolve({ obstacle });
  return findElectron(join(root, "node_modules/electron"));
}

async function inBrowser({ port, open, files }: StartOptions, obstacle?: string): Promise<number> {
  if (obstacle !== undefined) console.log(`${obstacle} Open the page in your browser instead.\n`);
  await runBrowserHost({
    port,
    files,
    print: console.log,
    open: (address) => {
      if (open && hasScreen(process)) openInBrowser(address);
    },
    end: Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]),
  });
  return 0;
}
