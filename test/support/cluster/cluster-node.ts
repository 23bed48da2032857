import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** What a node runs. */
export interface NodeClasses {
  readonly classPath: string;
  /** File with its classes as they are in memory. A node that finds none there, or one of another Java, reads them from the jars. */
  readonly archive: string;
}

/** How one node is started; the same options start it again with the data it had. */
export interface NodeOptions {
  readonly name: string;
  readonly java: string;
  readonly classes: NodeClasses;
  /** Data and log of this node. */
  readonly folder: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly isForTests: boolean;
  /** Whether the archive is written when the node ends. */
  readonly writesArchive?: boolean;
}

/** One OpenSearch node, a process of its own. */
export class ClusterNode {
  readonly url: string;
  readonly #options: NodeOptions;
  #child: ChildProcess | undefined;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Process number, 0 when it does not run. */
  get id(): number {
    return this.isRunning ? (this.#child?.pid ?? 0) : 0;
  }

  /** Starts the process; it answers some seconds later. */
  start(): void {
    const { java, classes, folder } = this.#options;
    const log = openSync(path.join(folder, "log"), "a");
    this.#child = spawn(
      path.join(java, "bin", "java"),
      [
        ...javaOptions(this.#options),
        ...["-cp", classes.classPath, "LocalNode"],
        ...settingsOf(this.#options),
      ],
      { stdio: ["pipe", log, log], detached: true },
    );
    closeSync(log);
  }

  /** Waits until the node has joined its cluster. @throws with the end of its log when it ended instead */
  async untilReady(): Promise<void> {
    while (!(await this.#hasJoined())) {
      if (!this.isRunning)
        throw new Error(`${this.#options.name} ended: ${await this.#endOfLog()}`);
      await wait(100);
    }
  }

  /** Ends the process as a power cut would. */
  async kill(): Promise<void> {
    await this.#end((child) => child.kill("SIGKILL"));
  }

  /** Asks the node to leave the cluster and to end. */
  async stop(): Promise<void> {
    await this.#end((child) => child.stdin?.end());
  }

  async #end(how: (child: ChildProcess) => void): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return;
    const exit = new Promise((resolve) => child.once("exit", resolve));
    how(child);
    await exit;
  }

  async #hasJoined(): Promise<boolean> {
    try {
      const reply = await fetch(`${this.url}/_cluster/health?timeout=1s`);
      return reply.ok;
    } catch {
      return false;
    }
  }

  async #endOfLog(): Promise<string> {
    const log = await readFile(path.join(this.#options.folder, "log"), "utf8");
    return log.slice(-2000);
  }
}

/** The quick compiler alone starts in half the time but makes a query three times as slow; the archive halves it again. */
const javaOptions = ({ isForTests, writesArchive, classes: { archive } }: NodeOptions) => [
  "-Xms256m",
  "-Xmx512m",
  "-XX:+UseSerialGC",
  ...(isForTests ? ["-XX:TieredStopAtLevel=1"] : []),
  `-XX:${writesArchive ? "ArchiveClassesAtExit" : "SharedArchiveFile"}=${archive}`,
  "-Dlog4j2.level=WARN",
  "--enable-native-access=ALL-UNNAMED",
];

const settingsOf = ({ name, folder, port, settings }: NodeOptions) =>
  Object.entries({
    ...settings,
    "node.name": name,
    "path.home": folder,
    "network.host": "127.0.0.1",
    "http.port": String(port),
  }).map(([setting, value]) => `${setting}=${value}`);
