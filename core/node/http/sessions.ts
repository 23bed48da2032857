import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

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
  redeem(token: string, host: string | undefined): string | undefined {
    if (this.#token === undefined || !isSame(token, this.#token)) return undefined;
    this.#token = undefined;
    return this.open(host);
  }

  /** Lets a browser in, which reaches the service as `host`. @returns the `Set-Cookie` value */
  open(host: string | undefined): string {
    const id = secret();
    this.#known.add(id);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_SESSIONS && oldest !== undefined) this.#known.delete(oldest);
    return `${cookieName(host)}=${id}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** Whether the headers of a request come from a browser that was let in. */
  knows({ cookie = "", host }: Pick<IncomingHttpHeaders, "cookie" | "host">): boolean {
    const expected = cookieName(host);
    return cookie.split(";").some((each) => {
      const [name, value] = each.trim().split("=");
      return name === expected && value !== undefined && this.#known.has(value);
    });
  }
}

/**
 * A browser sends the cookies of a host name to all its ports, so services beside each other need names of their own:
 * the port is the one that the browser sees, also behind a port that is passed on.
 */
function cookieName(host = ""): string {
  const port = /:(\d+)$/.exec(host)?.[1];
  return port === undefined ? "semascope" : `semascope-${port}`;
}

const secret = () => randomBytes(24).toString("base64url");

/** Compared in constant time; only a difference in length, which is no secret, shows. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
