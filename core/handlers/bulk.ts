import { ApiError } from "../errors.ts";

/** One result per item; a failure says which item caused it. */
export function each<T, R>(items: readonly T[], answer: (item: T, index: number) => R): R[] {
  return items.map((item, index) => {
    try {
      return answer(item, index);
    } catch (cause) {
      throw withIndex(cause, index);
    }
  });
}

function withIndex(cause: unknown, index: number): unknown {
  if (!(cause instanceof ApiError)) return cause;
  const { code, message, details } = cause;
  return new ApiError(
    { code, message: `Item ${index}: ${message}`, details: { ...details, index } },
    { cause },
  );
}
