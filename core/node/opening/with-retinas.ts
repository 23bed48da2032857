import { ApiError } from "../../errors.ts";
import type { SiblingUse } from "./siblings.ts";

interface Opening<T> extends Pick<SiblingUse, "open"> {
  /** Retinas that an answer says have to be opened first; where it is left out, only what is thrown says so. */
  readonly opens?: (answer: T) => readonly string[] | undefined;
}

/** Runs a call, again as often as it needs retinas that were not open: which ones, only who reads its texts can tell. */
export async function withRetinas<T>(
  run: () => T | Promise<T>,
  { opens = () => undefined, open }: Opening<T>,
): Promise<T> {
  const asked = new Set<string>();
  for (;;) {
    const tried = await Promise.resolve()
      .then(run)
      .then(
        (answer) => ({ opens: opens(answer), end: () => answer }),
        (cause: unknown) => ({ opens: opensOf(cause), end: () => Promise.reject(cause) }),
      );
    const next = (tried.opens ?? []).filter((name) => !asked.has(name));
    if (next.length === 0) return tried.end();
    for (const name of next) asked.add(name);
    await Promise.all(next.map(open));
  }
}

const opensOf = (cause: unknown): readonly string[] | undefined => {
  const opens = cause instanceof ApiError ? cause.details.opens : undefined;
  return Array.isArray(opens) ? opens : undefined;
};
