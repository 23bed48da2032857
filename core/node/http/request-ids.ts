import { randomBytes } from "node:crypto";

/** Ids that differ between requests and between runs, e.g. `k3f9-1a`. */
export function requestIds(): () => string {
  const run = randomBytes(3).toString("hex");
  let count = 0;
  return () => `${run}-${(++count).toString(36)}`;
}
