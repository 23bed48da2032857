/** Most characters of the data of an answer as JSON. */
export const MOST_DATA = 16_000;
/** Most characters of its text. */
export const MOST_TEXT = 6000;
/** Of either, for what is said of the answer. */
const MOST_SAID = 2000;

/** A list of an answer that ends where the budget does. */
export interface Rest {
  /** What its items are called. */
  readonly what: string;
  readonly total: number;
  /** Items before the first one. */
  readonly before?: number;
  /** How to get the others, by the number of the next one. */
  readonly how: string | ((next: number) => string);
}

/** Shortens the longest of these lists until the data fits the budget. @returns sentences about what is not listed */
export function fitInto(data: object, rests: Readonly<Record<string, Rest>>): string[] {
  const lists = Object.entries(rests).map(([name, rest]) => {
    const items: unknown[] = [...((data as Record<string, unknown[]>)[name] ?? [])];
    const sizes = items.map((item) => JSON.stringify(item).length + 1);
    return { name, rest, items, sizes, size: sizes.reduce((sum, size) => sum + size, 0) };
  });
  let over = JSON.stringify(data).length - (MOST_DATA - MOST_SAID);
  while (over > 0) {
    const [longest] = lists.filter(({ items }) => items.length > 1).sort((a, b) => b.size - a.size);
    if (longest === undefined) break;
    longest.items.pop();
    const size = longest.sizes.pop() ?? 0;
    longest.size -= size;
    over -= size;
  }
  return lists.flatMap(({ name, items, rest: { what, total, before = 0, how } }) => {
    Object.assign(data, { [name]: items });
    const next = before + items.length;
    if (next >= total) return [];
    const where = before > 0 ? ` ${before} come before;` : "";
    const rest = `${total - items.length} of ${total} ${what} are not listed;${where}`;
    return [`${rest} ${typeof how === "string" ? how : how(next)}.`];
  });
}

/** As many items from the beginning as fit into so many characters of JSON; at least one. */
export function fitting<T>(items: readonly T[], most: number): T[] {
  let left = most;
  const fits = items.findIndex((item, i) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0 && i > 0;
  });
  return fits === -1 ? [...items] : items.slice(0, fits);
}

/** Whole numbers and texts of a list that are written out. */
const FEW = 30;
const LONGEST_VALUE = 400;

/** The data of an answer as lines for a model, within what is said of it. */
export function written(said: readonly string[], data: object, rest: readonly string[]): string {
  const around = [...said, ...rest].join("\n").length;
  const body = Object.entries(data).flatMap(([name, value]) => linesOf(name, value));
  const shown = cut(body.join("\n"), Math.max(0, MOST_TEXT - around - 2));
  return [...said, shown, ...rest].filter((line) => line !== "").join("\n");
}

function linesOf(name: string, value: unknown): string[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value) && typeof value[0] === "object")
    return [`${name}:`, ...value.map((item: object) => `- ${itemOf(item, "; ")}`)];
  const members = isRecord(value) ? Object.entries(value) : [];
  if (members.some(([, each]) => Array.isArray(each) && typeof each[0] === "object"))
    return members.flatMap(([member, each]) => linesOf(`${name}.${member}`, each));
  if (typeof value === "string") return [`${name}: ${value}`];
  return [`${name}: ${shortValue(value)}`];
}

/** An item of a list: its first text without a name, the other members with theirs. */
const itemOf = (item: object, sign: string): string => {
  const [first, ...others] = Object.entries(item);
  if (first === undefined || typeof first[1] !== "string") return membersOf(item, sign);
  const rest = membersOf(Object.fromEntries(others), sign);
  return [oneLine(first[1], LONGEST_VALUE), rest].filter((part) => part !== "").join(sign);
};

const membersOf = (value: object, sign: string): string =>
  Object.entries(value)
    .filter(([, each]) => !isEmpty(each))
    .map(([name, each]) => `${name} ${shortValue(each)}`)
    .join(sign);

function shortValue(value: unknown): string {
  if (Array.isArray(value))
    return value.length > FEW && !isRecord(value[0])
      ? `${value.length} values`
      : value.map((each) => (isRecord(each) ? `(${itemOf(each, ", ")})` : each)).join(", ");
  if (isRecord(value)) return membersOf(value, ", ");
  if (typeof value === "number" && !Number.isInteger(value))
    return String(Number(value.toPrecision(4)));
  return oneLine(String(value), LONGEST_VALUE);
}

const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;
const isEmpty = (value: unknown): boolean =>
  isRecord(value)
    ? Object.values(value).every(isEmpty)
    : value === null || value === undefined || value === "";

/** A text of a row, not longer than this. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).trimEnd()}…`;

export const oneLine = (text: string, most: number): string =>
  cut(text.replaceAll(/\s+/g, " ").trim(), most);

/** To so many digits after the point. */
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));
