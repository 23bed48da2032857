import { call } from "../../api/client.ts";
import { refreshCollection, refreshLabels } from "../../api/collection-queries.ts";
import {
  type Deed,
  nextNo,
  type Turn,
  turnsBetween,
  withDeed,
} from "../../model/collection/deeds.ts";
import { isListOf, isRecord, isText } from "../../model/guards.ts";
import { announce } from "../announcer.ts";
import { defineSlice } from "../slice.ts";
import { toast } from "../toasts.ts";
import { workspace } from "../workspace.ts";

const isDeed = (value: unknown): value is Deed =>
  isRecord(value) &&
  typeof value.no === "number" &&
  isText(value.collection) &&
  (value.kind === "labels" ? Array.isArray(value.marks) : Array.isArray(value.now));

const slice = defineSlice<readonly Deed[]>("collectionDeeds", [], isListOf(isDeed));

type NewDeed = Deed extends infer D ? (D extends Deed ? Omit<D, "no"> : never) : never;

/** What the collections hold of the list, as far as this page knows. */
let done = slice.read();
/** Deeds follow one another, whatever the service takes for each. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Does something to a collection as one step of the workspace: undo takes it back there, redo does it again.
 * Acknowledged means on disk. @throws ApiError
 */
export async function doDeed(label: string, deed: NewDeed): Promise<void> {
  const added = { ...deed, no: nextNo(slice.read()) } as Deed;
  const work = last.then(() => send({ deed: added, isBack: false }));
  last = work.catch(() => undefined);
  await work;
  slice.edit(label, (before) => {
    const after = withDeed(before, added);
    done = after;
    return after;
  });
}

async function send({ deed, isBack }: Turn): Promise<void> {
  const { collection: name } = deed;
  if (deed.kind === "labels") {
    const marks = deed.marks.map(({ id, was, now }) => ({ id, belongs: isBack ? was : now }));
    await call("app.collectionLabel", { name, filter: deed.filter, marks });
    await refreshLabels(name);
  } else {
    await call("app.collectionTopicNotes", { name, notes: [...(isBack ? deed.was : deed.now)] });
    await refreshCollection(name);
  }
}

/** Keeps the collections as undo and redo leave the list. What was saved and read again is as it was. */
workspace.subscribe((after, before) => {
  const deeds = slice.read();
  if (deeds === done) return;
  const turns = after.opened === before.opened ? turnsBetween(done, deeds) : [];
  done = deeds;
  if (turns.length === 0) return;
  const work = last.then(async () => {
    for (const turn of turns) await send(turn);
  });
  last = work.then(
    () => announce(turns[0]?.isBack ? "Taken back in the collection" : "Done again"),
    (cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      toast(`The collection could not follow: ${reason} Undo or redo once more to try again.`);
    },
  );
});
