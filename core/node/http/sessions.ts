import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** More browsers than a person has; the oldest makes room. */
const MOST_SESSIONS = 64;

/** What a browser sends. */
export interface Browser {
  readonly headers: Pick<IncomingHttpHeaders, "host">;
  readonly cookies: Readonly<Record<string, string | undefined>>;
}

/** Where a browser is given a cookie. */
interface CookieReply {
  setCookie(name: string, value: string, options: object): unknown;
}

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

  /** Lets a browser in whose token is right and was not used before. @returns whether it was */
  redeem(token: string, browser: Browser, reply: CookieReply): boolean {
    if (this.#token === undefined || !isSame(token, this.#token)) return false;
    this.#token = undefined;
    this.open(browser, reply);
    return true;
  }

  /** Lets a browser in. */
  open({ headers }: Browser, reply: CookieReply): void {
    const id = secret();
    this.#known.add(id);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_SESSIONS && oldest !== undefined) this.#known.delete(oldest);
    reply.setCookie(cookieName(headers.host), id, {
      path: "/",
      httpOnly: true,
      sameSite: "strict",
    });
  }

  /** Whether a request comes from a browser that was let in. */
  knows({ cookies, headers }: Browser): boolean {
    const id = cookies[cookieName(headers.host)];
    return id !== undefined && this.#known.has(id);
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
