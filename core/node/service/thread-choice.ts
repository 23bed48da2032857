import type { Name } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/define-endpoint.ts";
import { endpoints } from "../../api/table.ts";

/** A body of this many bytes may take longer than a call that others wait behind should. */
const LARGE_BODY = 16 * 1024;
/** From here on a call counts as heavy: it must not take the last thread. */
const HEAVY_BODY = 256 * 1024;

/** Whether a call has to leave the main thread, given the size of its body in bytes. */
export function leavesMainThread(name: Name, size: number): boolean {
  const { work }: Endpoint = endpoints[name];
  return work === "long" || (work === "by-size" && size >= LARGE_BODY);
}

/** How the pool should treat a call. */
export const treatmentOf = (name: Name, size: number) => {
  const { usesLanguages = false }: Endpoint = endpoints[name];
  return { isHeavy: isHeavy(size), usesLanguages };
};

const isHeavy = (size: number): boolean => size >= HEAVY_BODY;

/** About how many bytes arguments would have as JSON; stops counting where it makes no difference. */
export function roughSize(args: unknown): number {
  let size = 0;
  const waiting: unknown[] = [args];
  while (waiting.length > 0 && size < HEAVY_BODY) {
    const value = waiting.pop();
    if (typeof value === "string") size += value.length;
    else if (ArrayBuffer.isView(value)) size += value.byteLength;
    else if (Array.isArray(value) && typeof value[0] === "number") size += 6 * value.length;
    else if (typeof value === "object" && value !== null) waiting.push(...firstOf(value));
    else size += 4;
  }
  return size;
}

/** A spread of a hundred thousand items would overflow the stack, and so many are heavy anyway. */
const firstOf = (value: object): unknown[] => Object.values(value).slice(0, HEAVY_BODY / 8);
