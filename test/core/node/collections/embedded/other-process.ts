import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { HEAD } from "../../../collection/port/arbitrary-selection.ts";

const COMPILED = new URL("../../../../../dist/", import.meta.url).href;

/** A module with an open `store`, in a process of its own. */
export class OtherProcess {
  readonly #child;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;
  #errors = "";

  /** @param source prints a line of JSON when there is something to tell, and may wait for `goOn()` */
  constructor(folder: string, source: string) {
    const opening = `
      import { once } from "node:events";
      import { EmbeddedStore } from "${COMPILED}core/node/collections/embedded/embedded-store.js";
      const HEAD = ${JSON.stringify(HEAD)};
      const row = (id) => ({ id, text: id, values: HEAD.columns.map(() => null), cells: Uint16Array.of(1, 2, 300) });
      const send = (what) => console.log(JSON.stringify(what));
      const goOn = () => once(process.stdin, "data");
      const store = await EmbeddedStore.open(${JSON.stringify(folder)});`;
    this.#child = spawn(process.execPath, [
      "--expose-gc",
      "--input-type=module",
      "-e",
      `${opening}${source}\nprocess.stdin.unref?.();`,
    ]);
    this.#child.stderr.on("data", (chunk) => {
      this.#errors += chunk;
    });
    this.#ended = once(this.#child, "close");
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The next line that it prints. */
  async received(): Promise<unknown> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(this.#errors);
    return JSON.parse(value);
  }

  goOn(): void {
    this.#child.stdin.write("\n");
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}
