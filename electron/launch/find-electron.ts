import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hasScreen } from "./has-screen.ts";

/** The program to start, or a sentence that says why there is none. */
export type ElectronSearch = { readonly program: string } | { readonly obstacle: string };

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Undefined where users have no number. */
  readonly uid: number | undefined;
}

/** Why no window can be opened here, whatever is installed. */
export function desktopObstacle({ platform, env, uid }: Surroundings): string | undefined {
  if (platform !== "linux") return undefined;
  if (!hasScreen({ platform, env })) return "There is no display to open a window on.";
  if (uid === 0) return "Electron cannot run as root with its sandbox enabled.";
  return undefined;
}

/** Runs the fetching of the program; true when it ended well within the limit. */
export type Fetch = (script: string, limitMilliseconds: number) => Promise<boolean>;

const FETCH_LIMIT_MILLISECONDS = 300_000;

/**
 * Looks for the Electron program in its package's folder, and fetches it once where it is missing. Offline
 * the fetch fails at once or, behind a silent firewall, after ten seconds; a stalled one is ended.
 */
export async function findElectron(
  packageFolder: string,
  fetch: Fetch = runFetch,
): Promise<ElectronSearch> {
  const installed = installedProgram(packageFolder);
  if (installed !== undefined) return { program: installed };
  const script = join(packageFolder, "install.js");
  if (!existsSync(script)) return { obstacle: "Electron is not installed." };
  const fetched = await fetch(script, FETCH_LIMIT_MILLISECONDS);
  const program = fetched ? installedProgram(packageFolder) : undefined;
  return program === undefined
    ? { obstacle: "Electron could not be downloaded. Connect to the internet once to download it." }
    : { program };
}

/** The package notes the program's place in `path.txt` once it has been fetched. */
function installedProgram(packageFolder: string): string | undefined {
  const note = join(packageFolder, "path.txt");
  if (!existsSync(note)) return undefined;
  const program = join(packageFolder, "dist", readFileSync(note, "utf8").trim());
  return existsSync(program) ? program : undefined;
}

function runFetch(script: string, limitMilliseconds: number): Promise<boolean> {
  console.log("Downloading Electron once (about 110 MB) …");
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { stdio: "ignore" });
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMilliseconds);
    const end = (succeeded: boolean) => {
      clearTimeout(timer);
      resolve(succeeded);
    };
    child.once("error", () => end(false));
    child.once("exit", (code) => end(code === 0));
  });
}
