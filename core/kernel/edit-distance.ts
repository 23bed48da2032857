/** The three rows of the table that are in use, for words of up to 255 letters. Made once, used for many words. */
export class EditTable {
  #before = new Uint8Array(WIDTH);
  #above = new Uint8Array(WIDTH);
  #row = new Uint8Array(WIDTH);

  /**
   * Edits (insert, delete, replace, swap two neighbours) from one word to another, or `limit + 1` when it takes more than
   * `limit`. Only the band of the table within `limit` of the diagonal is filled.
   */
  distance(from: string, to: string, limit: number): number {
    if (Math.abs(from.length - to.length) > limit || to.length >= WIDTH) return limit + 1;
    for (let column = 0; column <= to.length; column++)
      this.#above[column] = Math.min(column, limit + 1);
    for (let i = 1; i <= from.length; i++) {
      const rows = { before: this.#before, above: this.#above, row: this.#row, limit };
      if (fillRow(from, to, i, rows) > limit) return limit + 1;
      this.#before = rows.above;
      this.#above = rows.row;
      this.#row = rows.before;
    }
    return Math.min(this.#above[to.length], limit + 1);
  }
}

const WIDTH = 256;

interface Rows {
  readonly before: Uint8Array;
  readonly above: Uint8Array;
  readonly row: Uint8Array;
  readonly limit: number;
}

/** Fills row `i`; returns the smallest distance in it, below which no later row can fall. */
function fillRow(from: string, to: string, i: number, { before, above, row, limit }: Rows): number {
  const first = Math.max(1, i - limit);
  const last = Math.min(to.length, i + limit);
  row.fill(limit + 1, 0, to.length + 1);
  if (first === 1) row[0] = Math.min(i, limit + 1);
  let smallest = row[0];
  for (let j = first; j <= last; j++) {
    const same = from.charCodeAt(i - 1) === to.charCodeAt(j - 1);
    let edits = Math.min(above[j - 1] + (same ? 0 : 1), above[j] + 1, row[j - 1] + 1, limit + 1);
    if (isSwap(from, to, i, j)) edits = Math.min(edits, before[j - 2] + 1);
    row[j] = edits;
    if (edits < smallest) smallest = edits;
  }
  return smallest;
}

function isSwap(from: string, to: string, i: number, j: number): boolean {
  return (
    i > 1 &&
    j > 1 &&
    from.charCodeAt(i - 1) === to.charCodeAt(j - 2) &&
    from.charCodeAt(i - 2) === to.charCodeAt(j - 1)
  );
}
