import { beforeEach, expect, it } from "vitest";
import type { CollectionRow } from "../../../../renderer/api/collection-queries.ts";
import {
  followRows,
  keepRowsOf,
  selectNext,
  selectRows,
  useRowDesk,
} from "../../../../renderer/features/collection/row-desk.ts";
import { NO_SELECTION } from "../../../../renderer/model/tables/virtual-window.ts";

const rows = (...ids: string[]) => ids.map((id) => ({ id })) as CollectionRow[];
const choose = (place: number, shown: CollectionRow[]) =>
  selectRows({ active: place, anchor: place, chosen: new Set([shown[place]!.id]) }, shown);

beforeEach(() => keepRowsOf("a test", []));

it("stays with the active row when the labelled one before it leaves the list", () => {
  const before = rows("a", "b", "c");
  choose(0, before);
  selectNext(before);
  const after = rows("b", "c");
  followRows(after);
  expect(useRowDesk.getState().selection).toMatchObject({ active: 0, chosen: new Set(["b"]) });
  // The row after it is next, and none is passed over.
  selectNext(after);
  expect([...useRowDesk.getState().selection.chosen]).toEqual(["c"]);
});

it("chooses nothing once the active row has gone, and leaves a choice alone whose rows stay", () => {
  const shown = rows("a", "b");
  choose(1, shown);
  const { selection } = useRowDesk.getState();
  followRows(rows("a", "b", "c"));
  expect(useRowDesk.getState().selection).toBe(selection);
  followRows(rows("c", "d"));
  expect(useRowDesk.getState()).toMatchObject({ selection: NO_SELECTION, card: null });
});
