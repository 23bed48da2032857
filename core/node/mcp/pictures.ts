import { notFound } from "../../errors.ts";
import type { KeptPicture } from "./tool.ts";

const MOST = 20;

/** The last pictures that were drawn, as resources. */
export class Pictures {
  readonly #kept = new Map<string, KeptPicture>();
  #count = 0;

  keep(picture: KeptPicture): string {
    const uri = `semascope://picture/${++this.#count}.svg`;
    this.#kept.set(uri, picture);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return uri;
  }

  list(): { uri: string; title: string }[] {
    return [...this.#kept].map(([uri, { title }]) => ({ uri, title }));
  }

  /** @throws not-found */
  read(uri: string): KeptPicture {
    const found = this.#kept.get(uri);
    if (found === undefined)
      throw notFound(
        `There is no picture ${uri.slice(0, 80)}; the last ${MOST} are kept, so draw it again.`,
      );
    return found;
  }
}
