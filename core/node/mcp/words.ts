/** Most characters of the data of an answer as JSON. */
export const MOST_DATA = 16_000;
/** Most characters of its text. */
export const MOST_TEXT = 6000;

/** As many items from the beginning as fit into so many characters of JSON; at least one. */
export function fitting<T>(items: readonly T[], most = MOST_DATA - 3000): T[] {
  let left = most;
  const fits = items.findIndex((item, i) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0 && i > 0;
  });
  return fits === -1 ? [...items] : items.slice(0, fits);
}

/** A sentence about what is not listed; null where nothing is missing. */
export const missing = (listed: number, total: number, what: string, how: string): string | null =>
  listed >= total ? null : `${total - listed} of ${total} ${what} are not listed; ${how}.`;

/** A text of a row, not longer than this. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).trimEnd()}…`;

export const oneLine = (text: string, most: number): string =>
  cut(text.replaceAll(/\s+/g, " ").trim(), most);

/** To so many digits after the point. */
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** Lines of a text, without those that say nothing. */
export const lines = (...given: readonly (string | null | false)[]): string =>
  given.filter((line) => line !== null && line !== false && line !== "").join("\n");
