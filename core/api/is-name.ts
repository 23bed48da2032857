import type { Name } from "./client-types.ts";
import { endpoints } from "./table.ts";

/** Every endpoint name, in the order of the reference. */
export const names = Object.keys(endpoints) as readonly Name[];

/** Whether a caller's string names an endpoint; `__proto__` and its like do not. */
export function isName(name: unknown): name is Name {
  return typeof name === "string" && Object.hasOwn(endpoints, name);
}
