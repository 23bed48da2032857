import { ApiError } from "../../errors.ts";
import type { SiblingUse } from "./siblings.ts";

/** Runs a call, and again after opening the retinas that it names in its refusal: only its texts show which ones it needs. */
export async function withRetinas<T>(
  run: () => T | Promise<T>,
  { open }: Pick<SiblingUse, "open">,
): Promise<T> {
  const asked = new Set<string>();
  for (;;) {
    try {
      return await run();
    } catch (cause) {
      const next = opensOf(cause).filter((name) => !asked.has(name));
      if (next.length === 0) throw cause;
      for (const name of next) asked.add(name);
      await Promise.all(next.map(open));
    }
  }
}

function opensOf(cause: unknown): readonly string[] {
  const opens = cause instanceof ApiError ? cause.details.opens : undefined;
  return Array.isArray(opens) ? opens : [];
}
