import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { policyOf } from "./content-policy.ts";

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 18vh auto; padding: 0 1rem; }
h1 { font-size: 20px; }
label { display: block; }
form { display: flex; flex-wrap: wrap; gap: 0 8px; }
label { flex-basis: 100%; }
input, button { font: inherit; padding: 6px 10px; border-radius: 6px; border: 1px solid currentColor; margin: 4px 0; }
input { flex: 1; min-width: 0; }
[role="alert"]:empty { display: none; }
`;

/** The page's one style element, and its own form; it has no script. */
const SIGN_IN_POLICY = policyOf({
  "style-src": `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action": "'self'",
});

/** With the policy `no-referrer` a browser would send the form with `Origin: null`, as a page of another site. */
export const SIGN_IN_HEADERS = {
  "content-security-policy": SIGN_IN_POLICY,
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
} as const;

/** Asks for the key. It contains nothing of the user's; `problem` is a sentence of ours, or empty. */
export const signInHtml = (problem: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Semascope</title>
<meta name="viewport" content="width=device-width">
<style>${STYLE}</style>
<main>
<h1>Semascope</h1>
<p role="alert">${problem}</p>
<form method="post" action="/sign-in">
<label for="key">Key of this service</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
<button>Open</button>
</form>
<p>The service printed its key when it started, on the line that begins with “Key”. That line also names the file that keeps the key.</p>
</main>
</html>
`;

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
