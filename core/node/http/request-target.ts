/**
 * The path and query a request means. Absolute-form targets, as clients with proxy settings send them,
 * lose scheme and host; doubled and trailing slashes count as one and none.
 */
export function normaliseTarget(target: string): string {
  const origin = target.startsWith("/") ? target : target.replace(ABSOLUTE, "");
  const queryStart = origin.indexOf("?");
  const path = queryStart === -1 ? origin : origin.slice(0, queryStart);
  const query = queryStart === -1 ? "" : origin.slice(queryStart);
  if (!path.includes("//") && !path.endsWith("/") && path !== "") return path + query;
  const parts = path.split("/").filter((part) => part !== "");
  return `/${parts.join("/")}${query}`;
}

/** Whether a target names its own host, which a browser never does to an origin server. */
export const isAbsolute = (target: string): boolean => ABSOLUTE.test(target);

const ABSOLUTE = /^https?:\/\/[^/?#]*/i;
