import { Type } from "typebox";
import { call } from "../../api/client.ts";
import {
  collectionsQuery,
  refreshCollection,
  refreshLabels,
} from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import {
  type Deed,
  nextNo,
  deedSchema,
  type Turn,
  turnsBetween,
  withDeed,
} from "../../model/collection/deeds.ts";
import { announce } from "../announcer.ts";
import { defineSlice } from "../slice.ts";
import { toast } from "../toasts.ts";
import { workspace } from "../workspace.ts";
import { renameCategory } from "./collection-look.ts";

const slice = defineSlice("collectionDeeds", {
  title: "what was done to collections",
  schema: Type.Array(deedSchema),
  initial: [],
});

type NewDeed = Deed extends infer D ? (D extends Deed ? Omit<D, "no"> : never) : never;

/** What the collections hold of the list, as far as this page knows. */
let done = slice.read();
/** Deeds follow one another, whatever the service takes for each. */
let last: Promise<unknown> = Promise.resolve();
/** Labels that the service has acknowledged while the rows that are shown are still older. */
const acknowledged = new Map<string, boolean | null>();

const keyOf = (collection: string, filter: string, id: string) =>
  JSON.stringify([collection, filter, id]);

/** A row's label where what is shown of it may be older; undefined where it is not, null for no label. */
export const acknowledgedLabel = (
  collection: string,
  filter: string,
  id: string,
): boolean | null | undefined => acknowledged.get(keyOf(collection, filter, id));

/**
 * Does something to a collection as one step of the workspace: undo takes it back there, redo does it again.
 * The step is recorded once the service has it on disk and before anything shows it, so that undo never takes back an
 * earlier one. @throws ApiError
 * @param make what is done, asked when all that came before is done
 * @param onRecorded called as soon as undo can take it back
 */
export async function doDeed(
  label: string,
  make: () => NewDeed,
  onRecorded: () => void = () => undefined,
): Promise<void> {
  const work = last.then(async () => {
    const added = { ...make(), no: nextNo(slice.read()) } as Deed;
    await tell({ deed: added, isBack: false });
    slice.edit(label, (before) => {
      const after = withDeed(before, added);
      done = after;
      return after;
    });
    onRecorded();
    return added;
  });
  last = work.catch(() => undefined);
  await show(await work);
}

async function tell({ deed, isBack }: Turn): Promise<void> {
  const { collection: name } = deed;
  if (deed.kind === "topics") {
    await call("app.collectionTopicNotes", { name, notes: [...(isBack ? deed.was : deed.now)] });
    return;
  }
  const { filter, former } = deed;
  const marks = deed.marks.map(({ id, was, now }) => ({ id, belongs: isBack ? was : now }));
  const goal = former !== undefined && isBack ? former : filter;
  await tellMarks(name, goal, marks);
  if (former === undefined) return;
  // Kept under the one name before they leave the other: a fault between them loses no label.
  const left = goal === filter ? former : filter;
  await tellMarks(
    name,
    left,
    marks.map(({ id }) => ({ id, belongs: null })),
  );
  await moveScore(name, left, goal);
  renameCategory(name, left, goal);
}

/** The score of a category goes with its labels. */
async function moveScore(name: string, score: string, to: string): Promise<void> {
  const { collections } = await queryClient.fetchQuery(collectionsQuery());
  const own = collections.find((each) => each.name === name)?.scores ?? [];
  if (own.includes(score)) await call("app.collectionScoreName", { name, score, to });
}

type TellMark = { readonly id: string; readonly belongs: boolean | null };

async function tellMarks(name: string, filter: string, marks: readonly TellMark[]): Promise<void> {
  await call("app.collectionLabel", { name, filter, marks: [...marks] });
  for (const { id, belongs } of marks) acknowledged.set(keyOf(name, filter, id), belongs);
}

async function show(deed: Deed): Promise<void> {
  const { collection } = deed;
  if (deed.kind === "topics") return refreshCollection(collection);
  // A renamed category takes its score along, which more is asked by than by labels.
  await (deed.former === undefined ? refreshLabels : refreshCollection)(collection);
  for (const { id } of deed.marks)
    for (const filter of [deed.filter, deed.former])
      if (filter !== undefined) acknowledged.delete(keyOf(collection, filter, id));
}

/** Keeps the collections as undo and redo leave the list. What was saved and read again is as it was. */
workspace.subscribe((after, before) => {
  const deeds = slice.read();
  if (deeds === done) return;
  const turns = after.opened === before.opened ? turnsBetween(done, deeds) : [];
  done = deeds;
  if (turns.length === 0) return;
  const work = last.then(async () => {
    for (const turn of turns) await tell(turn);
    for (const { deed } of turns) await show(deed);
  });
  last = work.then(
    () => announce(turns[0]?.isBack ? "Taken back in the collection" : "Done again"),
    (cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      toast(`The collection could not follow: ${reason} Undo or redo once more to try again.`);
    },
  );
});
