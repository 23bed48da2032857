import { homedir } from "node:os";
import path from "node:path";

/** Folders of this user. */
export interface UserDirectories {
  /** Key and settings. */
  readonly config: string;
  /** Workspace, installed retinas, results. */
  readonly data: string;
}

/** What the choice depends on, so that tests can play other systems. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const here = (): Surroundings => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
});

/** `SEMASCOPE_HOME` puts both into one folder; else each system's custom decides. */
export function userDirectories({ platform, env, home }: Surroundings = here()): UserDirectories {
  const own = env.SEMASCOPE_HOME;
  if (own !== undefined && own !== "")
    return { config: path.join(own, "config"), data: path.join(own, "data") };
  if (platform === "win32") {
    const roaming = env.APPDATA ?? path.join(home, "AppData", "Roaming");
    const local = env.LOCALAPPDATA ?? path.join(home, "AppData", "Local");
    return { config: path.join(roaming, "semascope"), data: path.join(local, "semascope") };
  }
  if (platform === "darwin") {
    const library = path.join(home, "Library", "Application Support", "semascope");
    return { config: library, data: library };
  }
  return {
    config: path.join(absolute(env.XDG_CONFIG_HOME) ?? path.join(home, ".config"), "semascope"),
    data: path.join(absolute(env.XDG_DATA_HOME) ?? path.join(home, ".local", "share"), "semascope"),
  };
}

/** The base directory rules say that a relative path is to be ignored. */
const absolute = (folder: string | undefined) =>
  folder !== undefined && path.isAbsolute(folder) ? folder : undefined;
