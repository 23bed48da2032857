import { accessSync, constants, readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/** What starting OpenSearch takes from the machine. */
export interface Tools {
  /** Folder of a Java development kit. */
  readonly java: string;
  /** The program `mvn`. */
  readonly maven: string;
}

/** Where to look, so that tests can play other machines. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders in which a system keeps one Java per folder. */
  readonly javaFolders: readonly string[];
}

const OLDEST_JAVA = 21;
const PROGRAM_SUFFIX = process.platform === "win32" ? ".exe" : "";

const thisMachine: Machine = {
  env: process.env,
  javaFolders: [
    "/usr/lib/jvm",
    "/usr/java",
    "/opt/java",
    "/opt/homebrew/opt",
    "/Library/Java/JavaVirtualMachines",
    "C:\\Program Files\\Eclipse Adoptium",
    "C:\\Program Files\\Java",
  ],
};

/** Java and Maven of this machine, or a sentence that says what is missing and how to get it. */
export function findTools(machine: Machine = thisMachine): Tools | string {
  const java = findJava(machine);
  const maven = findMaven(machine);
  if (java !== undefined && maven !== undefined) return { java, maven };
  const missing = [
    ...(java === undefined ? [`a Java development kit of version ${OLDEST_JAVA} or newer`] : []),
    ...(maven === undefined ? ["Maven"] : []),
  ];
  return `The cluster needs ${missing.join(" and ")}, which this machine does not have; install what is missing, or set JAVA_HOME or MAVEN_HOME to its folder.`;
}

/** The kit named by JAVA_HOME if it is new enough, else the newest of the others: the system's default may be too old. */
function findJava({ env, javaFolders }: Machine): string | undefined {
  const others = [...javaFolders.flatMap(childrenOf), ...pathFolders(env).map(homeOfProgram)];
  const newest = others
    .flatMap(asKit)
    .sort((a, b) => b.version - a.version)
    .at(0);
  return (asKit(env.JAVA_HOME ?? "").at(0) ?? newest)?.home;
}

/** A kit is a folder with a compiler and a file that tells its version; on macOS both lie further inside. */
function asKit(folder: string): { home: string; version: number }[] {
  return [folder, path.join(folder, "Contents", "Home")].flatMap((home) => {
    const version = Number(
      /^JAVA_VERSION="(\d+)/m.exec(readOrEmpty(path.join(home, "release")))?.[1],
    );
    const hasCompiler = isExecutable(path.join(home, "bin", `javac${PROGRAM_SUFFIX}`));
    return hasCompiler && version >= OLDEST_JAVA ? [{ home, version }] : [];
  });
}

function findMaven({ env }: Machine): string | undefined {
  const name = process.platform === "win32" ? "mvn.cmd" : "mvn";
  const named = env.MAVEN_HOME === undefined ? [] : [path.join(env.MAVEN_HOME, "bin")];
  return [...named, ...pathFolders(env)]
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}

const pathFolders = (env: Machine["env"]) =>
  (env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");

/** `/usr/bin/java` is a link into the folder of the kit. */
function homeOfProgram(folder: string): string {
  try {
    return path.dirname(path.dirname(realpathSync(path.join(folder, `java${PROGRAM_SUFFIX}`))));
  } catch {
    return "";
  }
}

function childrenOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
