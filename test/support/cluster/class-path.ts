import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { archiveClasses } from "./class-archive.ts";
import type { NodeClasses } from "./cluster-node.ts";
import type { Tools } from "./find-tools.ts";

const run = promisify(execFile);

/** The program is started from the folder of `package.json`, both as source and as built. */
const ROOT = process.cwd();
const SOURCES = path.join(ROOT, "test/support/cluster");
const POM = path.join(SOURCES, "pom.xml");
const NODE_CLASS = path.join(SOURCES, "LocalNode.java");
/** What is loaded and kept in memory. */
const FIRST_RUN = path.join(SOURCES, "class-archive.ts");
/** Of all checkouts, like the store of Maven. */
const CACHE = path.join(homedir(), ".cache/semascope-cluster");
const RESOLVE = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
const DOWNLOAD_MILLISECONDS = 300_000;

/** What a node runs: Maven downloads the jars once into its own store, and the starting class is compiled once. */
export async function nodeClasses(tools: Tools): Promise<NodeClasses> {
  const folder = path.join(CACHE, await fingerprintOf(tools));
  const archive = path.join(folder, "classes.jsa");
  const known = await readJars(path.join(folder, "class-path"));
  if (known !== undefined) return { classPath: known, archive };
  await mkdir(folder, { recursive: true });
  const jars = await resolveJars(tools, path.join(folder, "resolved"));
  const own = path.join(folder, "node.jar");
  await run(programOf(tools, "javac"), ["-d", folder, "-cp", jars, NODE_CLASS]);
  // Classes of a folder cannot be archived.
  await run(programOf(tools, "jar"), ["cf", own, "-C", folder, "LocalNode.class"]);
  const classPath = `${jars}${path.delimiter}${own}`;
  await archiveClasses({ java: tools.java, classPath, archive });
  await writeFile(path.join(folder, "class-path"), classPath);
  return { classPath, archive };
}

const programOf = ({ java }: Tools, name: string) => path.join(java, "bin", name);

async function fingerprintOf({ java }: Tools): Promise<string> {
  const hash = createHash("sha256").update(java);
  for (const file of [POM, NODE_CLASS, FIRST_RUN]) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

async function readJars(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined;
  const jars = await readFile(file, "utf8");
  return jars.split(path.delimiter).every((jar) => existsSync(jar)) ? jars : undefined;
}

async function resolveJars({ java, maven }: Tools, output: string): Promise<string> {
  const args = ["-B", "-q", "-f", POM, RESOLVE, `-Dmdep.outputFile=${output}`];
  try {
    await run(maven, args, {
      env: { ...process.env, JAVA_HOME: java },
      shell: process.platform === "win32",
      timeout: DOWNLOAD_MILLISECONDS,
    });
  } catch (cause) {
    const said = cause instanceof Error && "stdout" in cause ? String(cause.stdout).trim() : "";
    throw new Error(`Maven could not fetch OpenSearch: ${said.split("\n")[0]}`, { cause });
  }
  const jars = (await readFile(output, "utf8")).trim();
  await rm(output);
  return jars;
}
