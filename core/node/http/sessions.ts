import { randomBytes } from "node:crypto";
import { isSame } from "./guard.ts";

const COOKIE = "semascope";
/** More browsers than a person has; the oldest makes room. */
const MOST_SESSIONS = 64;

/**
 * Browsers that were let in. The address that is printed at the start holds a token that works once; it is
 * exchanged for a cookie that scripts cannot read and other sites cannot send.
 */
export class Sessions {
  readonly #known = new Set<string>();
  #token: string | undefined;

  /** A token for the printed address; an earlier one that was not used stops working. */
  issueToken(): string {
    this.#token = secret();
    return this.#token;
  }

  /** The `Set-Cookie` value for a token that is right and was not used before. */
  redeem(token: string): string | undefined {
    if (this.#token === undefined || !isSame(token, this.#token)) return undefined;
    this.#token = undefined;
    return this.open();
  }

  /** Lets a browser in. @returns the `Set-Cookie` value */
  open(): string {
    const id = secret();
    this.#known.add(id);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_SESSIONS && oldest !== undefined) this.#known.delete(oldest);
    return `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Whether a `Cookie` header comes from a browser that was let in. */
  knows(cookies: string | undefined): boolean {
    return (cookies ?? "").split(";").some((cookie) => {
      const [name, value] = cookie.trim().split("=");
      return name === COOKIE && value !== undefined && this.#known.has(value);
    });
  }
}

const secret = () => randomBytes(24).toString("base64url");
