import { Type } from "#typebox";
import { conflict } from "../../../core/errors.ts";
import { call } from "../../api/client.ts";
import {
  collectionsQuery,
  refreshCollection,
  refreshLabels,
} from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { renameCategory } from "../../state/collection/collection-look.ts";
import { redoStep, undoStep } from "../../state/edits.ts";
import { defineSlice } from "../../state/slice.ts";
import { announce, toast } from "../../state/toasts.ts";
import { redo, undo, workspace } from "../../state/workspace.ts";
import {
  afterTurn,
  type Deed,
  deedSchema,
  type KeptTopic,
  nextNo,
  type Turn,
  turnsBetween,
  withDeed,
} from "./model/deeds.ts";

const slice = defineSlice("collectionDeeds", {
  title: "what was done to collections",
  schema: Type.Array(deedSchema),
  initial: [],
});

type NewDeed = Deed extends infer D ? (D extends Deed ? Omit<D, "no"> : never) : never;

/** What the collections hold of the list, as far as this page knows. */
let done = slice.read();

/** The list is brought back to what the collections hold, so there is nothing to follow. */
let isGoingBack = false;

/** Deeds follow one another, whatever the service takes for each. */
let last: Promise<unknown> = Promise.resolve();

/** Of a row; without an author it is the person's own. */
export interface Label {
  readonly belongs: boolean;
  readonly author?: string;
}

/** Labels that the service has acknowledged while the rows that are shown are still older. */
const acknowledged = new Map<string, Label | null>();

const keyOf = (collection: string, filter: string, id: string) =>
  JSON.stringify([collection, filter, id]);

/** A row's label where what is shown of it may be older; undefined where it is not, null for no label. */
export const acknowledgedLabel = (
  collection: string,
  filter: string,
  id: string,
): Label | null | undefined => acknowledged.get(keyOf(collection, filter, id));

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
  if (workspace.getState().isReadOnly)
    throw conflict("This window is read-only. Choose “Edit here” above, then try again.");
  const work = last.then(async () => {
    const no = Math.max(nextNo(slice.read()), nextNo(done));
    const added = { ...make(), no } as Deed;
    await tell({ deed: added, isBack: false });
    slice.edit(label, (before) => {
      const after = withDeed(before, added);
      done = turnsBetween(done, before).length === 0 ? after : withDeed(done, added);
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
  const marks = deed.marks.map(({ id, was, now, author }) => ({
    id,
    belongs: isBack ? was : now,
    author: isBack || former !== undefined ? author : undefined,
  }));
  const goal = former !== undefined && isBack ? former : filter;
  await sendLabels(name, goal, marks);
  if (former === undefined) return;
  // Kept under the one name before they leave the other: a fault between them loses no label.
  const left = goal === filter ? former : filter;
  await sendLabels(
    name,
    left,
    marks.map(({ id }) => ({ id, belongs: null, author: undefined })),
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

interface SentLabel {
  readonly id: string;
  readonly belongs: boolean | null;
  readonly author: string | undefined;
}

async function sendLabels(
  name: string,
  filter: string,
  marks: readonly SentLabel[],
): Promise<void> {
  for (const author of new Set(marks.map((mark) => mark.author))) {
    const whose = author === undefined ? {} : { author };
    const theirs = marks.filter((mark) => mark.author === author);
    const given = theirs.map(({ id, belongs }) => ({ id, belongs }));
    await call("app.collectionLabel", { name, filter, marks: given, ...whose });
    for (const { id, belongs } of given)
      acknowledged.set(keyOf(name, filter, id), belongs === null ? null : { belongs, ...whose });
  }
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
  if (deeds === done || isGoingBack) return;
  if (after.opened !== before.opened) done = deeds;
  else last = last.then(follow);
});

/** Does in the collections what undo and redo have done to the list. What fails stays the next to be taken back. */
async function follow(): Promise<void> {
  const { opened } = workspace.getState();
  const turns = turnsBetween(done, slice.read());
  const [first] = turns;
  if (!first) return;
  try {
    for (const turn of turns) {
      await tell(turn);
      done = afterTurn(done, turn);
    }
    for (const { deed } of turns) await show(deed);
    announce(first.isBack ? "Undone in the collection" : "Redone in the collection");
  } catch (cause) {
    if (workspace.getState().opened === opened) goBack(first.isBack, cause);
  }
}

/** The workspace goes back to what the collections hold, where steps lead there, so that the failed step is the next again. */
function goBack(wasUndo: boolean, cause: unknown): void {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isThere = () => turnsBetween(done, slice.read()).length === 0;
  const [back, forth] = wasUndo ? [redo, undo] : [undo, redo];
  isGoingBack = true;
  let steps = 0;
  while (!isThere() && back() !== null) steps++;
  const hasArrived = isThere();
  if (!hasArrived) for (; steps > 0; steps--) forth();
  isGoingBack = false;
  if (!hasArrived) {
    toast(`The collection was not changed: ${reason} The change is retried with the next step.`);
    return;
  }
  const { past, future } = workspace.getState();
  const label = (wasUndo ? past.at(-1) : future[0])?.label ?? "";
  toast(`“${label}” could not be ${wasUndo ? "undone" : "redone"}: ${reason}`, {
    label: "Try again",
    run: wasUndo ? undoStep : redoStep,
  });
}

type Change = Partial<Omit<KeptTopic, "region">>;

/** Changes what is noted of topics, as one step that undo takes back. @throws ApiError */
export async function noteTopics(
  collection: string,
  label: string,
  changes: ReadonlyMap<number, Change>,
): Promise<void> {
  const { notes } = await call("app.collectionTopicNotes", { name: collection });
  const was = [...changes.keys()].map(
    (region): KeptTopic =>
      notes.find((note) => note.region === region) ?? {
        region,
        name: null,
        hidden: false,
        into: null,
      },
  );
  const now = was.map((note) => ({ ...note, ...changes.get(note.region) }));
  await doDeed(label, () => ({ kind: "topics", collection, was, now }));
}
