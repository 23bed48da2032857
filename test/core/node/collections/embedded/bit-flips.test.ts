import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { ApiError } from "../../../../../core/errors.ts";
import { CELLS } from "../../../../../core/kernel/grid.ts";
import { BLOCK_ROWS } from "../../../../../core/node/collections/cells/cell-format.ts";
import { CellIndex } from "../../../../../core/node/collections/cells/cell-index.ts";
import { flipBits, placeOfTurn } from "../../../../soak/bit-flips.ts";
import { seededRandom } from "../../../../support/seeded-random.ts";

/** Six of each file that a collection has. `npm run soak -- --flips 5000` changes more. */
it.each([
  ["that was closed", { flips: 24, seed: 1, rows: 200 }],
  ["whose process was killed", { flips: 24, seed: 2, rows: 200, isKilled: true }],
])(
  "a bit that changes in a collection %s changes no answer, or is said",
  async (_, options) => {
    const counts = await flipBits(options);
    expect([...counts.values()].flatMap(({ wrong }) => wrong)).toEqual([]);
    const said = [...counts].filter(([, own]) => own.said > 0).map(([file]) => file);
    expect(said).toEqual(expect.arrayContaining(["cells.bin", "records.bin", "rows.duckdb"]));
  },
  600_000,
);

const FLIPS = 20;
it("a bit that changes in the lists of an index changes no answer, or is said", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-flips-"));
  const files = { folder, generation: 0 };
  const random = seededRandom(3);
  const rows = Array.from({ length: BLOCK_ROWS }, () =>
    Uint16Array.from(random.distinct(9, CELLS)),
  );
  const everything = Uint16Array.from({ length: CELLS }, (_, cell) => cell);
  const index = new CellIndex(files, { cells: 0, lists: 0 }, []);
  const places = index.append(rows);
  const addRows = (to: CellIndex) => {
    places.forEach((place, no) => {
      to.rows.set(no, { ...place, record: { at: 0, length: 0 } });
    });
  };
  addRows(index);
  const blocks = await index.sealBlocks();
  const { lengths } = index;
  index.close();
  const file = path.join(folder, "lists.bin");
  const { size } = await stat(file);
  const handle = await open(file, "r+");
  let said = 0;
  for (let turn = 0; turn < FLIPS; turn++) {
    const at = placeOfTurn(size, { turn, turns: FLIPS, random });
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
    await handle.write(Uint8Array.of(buffer[0]! ^ (1 << random.below(8))), 0, 1, at);
    const again = new CellIndex(files, lengths, blocks);
    addRows(again);
    const counts = await again.matches(everything).catch((cause) => cause);
    if (counts instanceof ApiError) said++;
    else expect(counts).toEqual(Uint16Array.from(rows, ({ length }) => length));
    again.close();
    await handle.write(buffer, 0, 1, at);
  }
  await handle.close();
  await rm(folder, { recursive: true });
  expect(said).toBe(FLIPS);
}, 120_000);
