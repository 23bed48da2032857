import type { IncomingHttpHeaders } from "node:http";
import { type ApiError, badInput, forbidden, unauthorized } from "../../errors.ts";
import { isLoopbackName } from "../config/loopback.ts";
import { type Browser, isSame, type Sessions } from "./sessions.ts";

/** Who may call the service. */
export interface AccessRules {
  /** The key of the header `api-key`; null lets everyone in. */
  readonly apiKey: string | null;
  readonly sessions: Sessions;
  /** Origins whose pages may call; `*` for all. */
  readonly cors: readonly string[];
  /** Only this machine can reach the service, so `Host` may only hold its own names. */
  readonly loopbackOnly: boolean;
}

/** Parts of a request that decide whether it may go on. */
export interface Caller extends Browser {
  readonly headers: IncomingHttpHeaders;
  /** A target with scheme and host, as sent through a proxy setting; browsers never send one. */
  readonly isAbsolute: boolean;
  /** Every version of HTTP since 1.1 asks for the header `Host`. */
  readonly needsHost: boolean;
}

/**
 * Refuses a name that was re-pointed at this machine, and pages of other sites. Clients that are no browsers send
 * no `Origin`. @returns the refusal, or nothing
 */
export function checkSite(
  rules: AccessRules,
  { headers, isAbsolute, needsHost }: Caller,
): ApiError | undefined {
  if (headers.host === undefined && !needsHost) return undefined;
  if (headers.host === undefined) return badInput("host", "The header “Host” is missing.");
  if (rules.loopbackOnly && !isAbsolute && !isLoopbackName(hostName(headers.host)))
    return forbidden("This service only answers to its own address, such as 127.0.0.1.");
  const { origin } = headers;
  if (origin === undefined || isOwnOrigin(origin, headers.host) || allowsOrigin(rules, origin))
    return undefined;
  return forbidden(
    "Pages of other sites may not call this service. Start it with --cors and their origin to allow it.",
  );
}

/** @returns why the caller is not let in, or nothing */
export function checkKey(rules: AccessRules, { headers, cookies }: Caller): ApiError | undefined {
  if (rules.apiKey === null) return undefined;
  const given = headers["api-key"];
  if (given === undefined) {
    if (rules.sessions.knows({ headers, cookies })) return undefined;
    return unauthorized(
      headers.api_key === undefined
        ? "The header “api-key” with the key of this service is missing."
        : "The header is called “api-key” now, with a hyphen; “api_key” is no longer read.",
    );
  }
  if (isSame(String(given), rules.apiKey)) return undefined;
  return unauthorized("The header “api-key” does not hold the key of this service.");
}

/** Whether the page of this origin may read replies. */
export function allowsOrigin({ cors }: AccessRules, origin: string): boolean {
  return cors.includes("*") || cors.includes(origin);
}

/** The host of a `Host` header, without port and brackets; as it is where it has another form. */
function hostName(host: string): string {
  const name = host.toLowerCase().replace(/:\d*$/, "");
  return /^\[([^[\]]*)\]$/.exec(name)?.[1] ?? name;
}

const isOwnOrigin = (origin: string, host: string) =>
  origin === `http://${host}` || origin === `https://${host}`;
