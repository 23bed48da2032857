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

/** What comes next, at once where nothing has to be waited for. */
export const after = <T, R>(value: T | Promise<T>, next: (value: T) => R): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** A list of which some may still be waited for. */
export const whole = <T>(items: readonly (T | Promise<T>)[]): readonly T[] | Promise<T[]> =>
  items.some((item) => item instanceof Promise) ? Promise.all(items) : (items as readonly T[]);

function withIndex(cause: unknown, index: number): unknown {
  if (!(cause instanceof ApiError)) return cause;
  const { code, message, details } = cause;
  return new ApiError(
    { code, message: `Item ${index}: ${message}`, details: { ...details, index } },
    { cause },
  );
}
