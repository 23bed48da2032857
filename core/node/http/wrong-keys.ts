import { isIPv6 } from "node:net";

/** Wrong keys that cost nothing: a person mistypes. */
const FREE = 5;
const FIRST_WAIT = 1000;
/** Never more, so that whoever has the right key is not kept out for long by somebody at the same address. */
const LONGEST_WAIT = 8000;
/** Wrong keys are forgotten after so long without one. */
const FORGOTTEN = 15 * 60_000;
/** Addresses that are remembered; the oldest makes room. */
const MOST_ADDRESSES = 1000;

interface Tries {
  readonly count: number;
  readonly last: number;
}

/** Slows down whoever tries keys at the sign-in page: after a few, each further one doubles the wait until the next. */
export class WrongKeys {
  /** The one that tried last comes last. */
  readonly #tries = new Map<string, Tries>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Seconds, rounded up, until a key from this address is looked at; 0 for at once. */
  wait(address: string): number {
    const { count, last } = this.#triesOf(networkOf(address));
    if (count < FREE) return 0;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (count - FREE));
    return Math.max(0, Math.ceil((last + wait - this.#now()) / 1000));
  }

  add(address: string): void {
    const network = networkOf(address);
    const { count } = this.#triesOf(network);
    this.#tries.delete(network);
    this.#tries.set(network, { count: count + 1, last: this.#now() });
    const [oldest] = this.#tries.keys();
    if (this.#tries.size > MOST_ADDRESSES && oldest !== undefined) this.#tries.delete(oldest);
  }

  forget(address: string): void {
    this.#tries.delete(networkOf(address));
  }

  #triesOf(network: string): Tries {
    const known = this.#tries.get(network);
    if (known !== undefined && this.#now() - known.last < FORGOTTEN) return known;
    return { count: 0, last: 0 };
  }
}

/** Of the newer addresses everybody has a whole network, whose first 64 bits are the same. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const [left, right] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0))).fill(
    "0",
  );
  return [...(left ?? []), ...zeros, ...(right ?? [])].slice(0, 4).join(":");
}
