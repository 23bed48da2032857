import { NUMERIC, PHRASE_BARRIER, type Token, tokens } from "../../text/tokens.ts";

/** Words of the longest phrase. */
const LONGEST_PHRASE = 3;

/** A function that gives the rows of a text's terms: at each place the longest that is known, the rest left out. */
export function termReader(names: readonly string[]): (text: string) => number[] {
  const rowOf = new Map(names.map((name, row) => [name, row]));
  return (text) => {
    const list = tokens(text);
    const rows: number[] = [];
    for (let at = 0; at < list.length; ) {
      const length = longestAt(list, at, rowOf);
      if (length > 0) rows.push(rowOf.get(joined(list, at, length)) ?? -1);
      at += Math.max(1, length);
    }
    return rows;
  };
}

/** Tokens of the longest term that begins at a place; 0 when there is none. */
function longestAt(list: readonly Token[], at: number, rowOf: ReadonlyMap<string, number>): number {
  if ((list[at]!.flags & NUMERIC) !== 0) return 0;
  let most = 1;
  while (most < LONGEST_PHRASE && continues(list[at + most])) most++;
  while (most > 0 && !rowOf.has(joined(list, at, most))) most--;
  return most;
}

const continues = (token: Token | undefined) =>
  token !== undefined && (token.flags & (PHRASE_BARRIER | NUMERIC)) === 0;

const joined = (list: readonly Token[], at: number, length: number) =>
  length === 1
    ? list[at]!.text
    : list
        .slice(at, at + length)
        .map(({ text }) => text)
        .join(" ");
