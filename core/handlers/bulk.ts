import { ApiError } from "../errors.ts";

/** One result per item; a failure says which item caused it. */
export const each = <T, R>(items: readonly T[], answer: (item: T, index: number) => R): R[] =>
  items.map(numbered(answer));

/** The same for one item. */
export const numbered =
  <T, R>(answer: (item: T, index: number) => R) =>
  (item: T, index: number): R => {
    try {
      return answer(item, index);
    } catch (cause) {
      throw withIndex(cause, index);
    }
  };

/** One result per item, of which some may have to be waited for. Once one throws, the others are waited for by nobody. */
export function whole<T, R>(
  items: readonly T[],
  answer: (item: T, index: number) => R | Promise<R>,
): readonly R[] | Promise<R[]> {
  const begun: (R | Promise<R>)[] = [];
  try {
    for (const [index, item] of items.entries()) begun.push(answer(item, index));
  } catch (cause) {
    Promise.all(begun).catch(() => undefined);
    throw cause;
  }
  return begun.some((each) => each instanceof Promise) ? Promise.all(begun) : (begun as R[]);
}

function withIndex(cause: unknown, index: number): unknown {
  if (!(cause instanceof ApiError)) return cause;
  const { code, message, details } = cause;
  return new ApiError(
    { code, message: `Item ${index}: ${message}`, details: { ...details, index } },
    { cause },
  );
}
