import { beforeEach, expect, test, vi } from "vitest";
import {
  type Filter,
  makeExample,
  makeFilter,
} from "../../../../renderer/model/filters/filter-model.ts";
import { backdropOf } from "../../../../renderer/model/filters/outlook.ts";
import { prepareFilter, type Report } from "../../../../renderer/model/filters/prepare-examples.ts";
import { EMPTY_WORKSPACE } from "../../../../renderer/model/workspace.ts";
import {
  countChange,
  keepChange,
  undoChange,
  useHeld,
} from "../../../../renderer/state/filters/change-guard.ts";
import { addExamples } from "../../../../renderer/state/filters/filter-state.ts";
import { filters } from "../../../../renderer/state/filters/filter-store.ts";
import { openWorkspace, redo, undo } from "../../../../renderer/state/workspace.ts";

/** A filter of n examples takes in the texts from number 10 n on. */
vi.mock("../../../../renderer/api/client.ts", () => ({
  call: (name: string, args: { positive: string[]; filters: { positions: number[] }[] }) =>
    Promise.resolve(
      name === "app.filterReport"
        ? reportOf(args.positive.length)
        : TEXTS.map((_, index) => ({
            index,
            scores: [0.5, 0.5],
            decisions: ["before", "after"].filter(
              (_, which) => index >= 10 * args.filters[which]!.positions.length,
            ),
          })),
    ),
}));

const TEXTS = Array.from({ length: 40 }, (_, i) => `text number ${i}`);
const RETINA = { name: "en_associative", checksum: "1" };
const backdrop = backdropOf(
  "texts.txt",
  TEXTS.map((text) => ({ text })),
);

const reportOf = (count: number): Report =>
  ({
    positions: Array.from({ length: count }, (_, i) => i),
    examples: [],
    standIns: [],
    threshold: { suggested: 0.3 },
  }) as unknown as Report;

function put(count: number): Filter {
  const texts = Array.from({ length: count }, (_, i) => makeExample(`example ${i}`, "positive"));
  const filter = makeFilter("Fruit", texts);
  filters.edit("Add", () => [filter]);
  return filter;
}

/** What the Filters view does with every new report of the filter that is open. */
async function lookAt(id: string): Promise<void> {
  const filter = filters.read().find((each) => each.id === id)!;
  const prepared = prepareFilter(filter, RETINA, backdrop);
  const report = reportOf(prepared.positive.length);
  await countChange({ filter, retina: RETINA, prepared, report, threshold: 0.3 });
}

const held = (id: string) => useHeld.getState().held[id];
const more = ["one more", "and one", "and another"];

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

test("examples that another view gave a filter are held, though its hits were never counted", async () => {
  const { id } = put(1);
  addExamples(id, "positive", more.slice(0, 2));
  await lookAt(id);
  expect(held(id)?.loss).toMatchObject({ found: 30, kept: 10, of: 40 });
  undoChange(id);
  expect(filters.read()[0]?.examples).toHaveLength(1);
  expect(held(id)).toBeUndefined();
});

test("several changes before anybody looks are held together, against the filter before the first", async () => {
  const { id } = put(1);
  for (const text of more) addExamples(id, "positive", [text]);
  await lookAt(id);
  expect(held(id)?.loss).toMatchObject({ found: 30, kept: 0 });
});

test("a change that is kept counts, and the next one is held against it", async () => {
  const { id } = put(1);
  addExamples(id, "positive", more.slice(0, 2));
  await lookAt(id);
  keepChange(id);
  await lookAt(id);
  expect(held(id)).toBeUndefined();
  addExamples(id, "positive", more.slice(2));
  await lookAt(id);
  expect(held(id)?.loss).toMatchObject({ found: 10, kept: 0 });
});

test("an example that is taken back by undo, or brought back by redo, is not held", async () => {
  const { id } = put(1);
  await lookAt(id);
  addExamples(id, "positive", more.slice(0, 2));
  await lookAt(id);
  keepChange(id);
  undo();
  await lookAt(id);
  expect(held(id)).toBeUndefined();
  redo();
  await lookAt(id);
  expect(held(id)).toBeUndefined();
  addExamples(id, "positive", more.slice(2));
  await lookAt(id);
  expect(held(id)?.loss).toMatchObject({ found: 10, kept: 0 });
});

test("a new filter, and one that loses little, are not held", async () => {
  const fresh = put(0);
  addExamples(fresh.id, "positive", more);
  await lookAt(fresh.id);
  expect(held(fresh.id)).toBeUndefined();
  const { id } = put(1);
  addExamples(id, "positive", more.slice(0, 1));
  await lookAt(id);
  expect(held(id)).toBeUndefined();
});
