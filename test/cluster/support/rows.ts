import type {
  CollectionHead,
  CollectionStore,
  NewRow,
} from "../../../core/collection/port/store.ts";

export const HEAD: CollectionHead = {
  name: "faults",
  retina: { name: "en", checksum: "0" },
  columns: [{ name: "party", type: "text" }],
  roles: {},
  created: "2026-01-01T00:00:00.000Z",
};

/** Rows `from` up to, not including, `to`, in order of id; each has text, value and cells that belong to no other. */
export const makeRows = (from: number, to: number): NewRow[] =>
  Array.from({ length: to - from }, (_, i) => makeRow(from + i));

function makeRow(number: number): NewRow {
  const cells = Array.from({ length: 100 }, (_, i) => (number * 7 + i * i) % 16_384);
  return {
    id: `row-${String(number).padStart(6, "0")}`,
    text: `text ${number}`,
    values: [`party ${number % 5}`],
    cells: Uint16Array.from(new Set(cells)).sort(),
  };
}

/** All rows as they were put, in order of id. */
export async function streamAll(store: CollectionStore): Promise<NewRow[]> {
  const rows: NewRow[] = [];
  for await (const batch of store.open(HEAD.name).stream({}))
    for (const { id, text, values, cells } of batch) rows.push({ id, text, values, cells });
  return rows;
}
