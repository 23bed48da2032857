import {
  type Judged,
  type Look,
  type Looks,
  lookAt,
  looksSchema,
  NO_LOOKS,
  withoutScore,
  withRenamedCategory,
} from "../../model/collection/look.ts";
import {
  chipText,
  type Restriction,
  slotOf,
  withoutSlot,
  withRestriction,
} from "../../model/collection/restrictions.ts";
import { showPanel } from "../navigation.ts";
import { defineSlice } from "../slice.ts";

const slice = defineSlice("collections", {
  title: "the views of collections",
  schema: looksSchema,
  initial: NO_LOOKS,
});

/** Name of the open collection; "" for none. */
export const useOpenCollection = (): string => slice.use().open;

export function openCollection(name: string): void {
  showPanel("results");
  slice.edit(name === "" ? "Close the collection" : `Open ${name}`, (before) =>
    before.open === name ? before : { ...before, open: name },
  );
}

/** The same for what is no component. */
export const readOpenCollection = (): string => slice.read().open;

/** Of the open collection; what a brush or a slider changes comes when it ends. */
export function useLook(): Look {
  const looks = slice.useCommitted();
  return lookAt(looks, looks.open);
}

/** Whether a brush or a slider is about to change it. */
export const useIsUnderHand = (): boolean => slice.useIsUnderHand();

/** The same with every move of the hand. */
export function useLiveLook(): Look {
  const looks = slice.use();
  return lookAt(looks, looks.open);
}

export const readLook = (): Look => lookAt(slice.read(), slice.read().open);

/** Changes how the open collection is looked at: one step, with what it does as its name. */
export function changeLook(
  label: string,
  change: Partial<Look> | ((before: Look) => Partial<Look>),
  gesture?: string,
): void {
  slice.edit(
    label,
    (before) => {
      const look = lookAt(before, before.open);
      const part = typeof change === "function" ? change(look) : change;
      return withLook(before, { ...look, ...part });
    },
    gesture === undefined ? {} : { gesture },
  );
}

/** Adds a chip, or puts it in the place of the one about the same. */
export function restrict(added: Restriction, gesture?: string): void {
  changeLook(
    `Show only ${chipText(added)}`,
    ({ restrictions, sort }) => ({
      restrictions: withRestriction(restrictions, added),
      // Whoever asks for what is close wants the closest first.
      sort: added.kind === "like" ? null : sort,
    }),
    gesture,
  );
}

/** Restricts, and shows the rows that are left: one step. */
export function showRowsOf(added: Restriction): void {
  changeLook(`Show only ${chipText(added)}`, ({ restrictions }) => ({
    restrictions: withRestriction(restrictions, added),
    lens: "rows",
  }));
}

/** Shows these rows and no others: they were taken from the whole collection, and any other chip would hide some of them. */
export const restrictTo = (only: Restriction, also: Partial<Look> = {}): void =>
  changeLook(`Show only ${chipText(only)}`, { ...also, restrictions: [only] });

/**
 * Shows the rows on one side of a line through a score, the highest first unless a person chose an order. Rows that were taken
 * one by one, such as those to label next, no longer limit them.
 */
export function showScored(score: string, range: { from: number } | { below: number }): void {
  const added: Restriction = { kind: "score", score, range };
  changeLook(`Show only ${chipText(added)}`, ({ restrictions, sort }) => ({
    restrictions: withRestriction(withoutSlot(restrictions, "rows"), added),
    sort: sort ?? { field: { score }, descending: true },
  }));
}

/** The category that rows are labelled for, without a step of undo: the label that comes with it is the step. */
export function keepCategory(category: string): void {
  slice.keep((before) => withLook(before, { ...lookAt(before, before.open), category }));
}

/** Which filters gave the scores, and where their rows begin: it follows from what was pressed, and is no step of its own. */
export function keepJudged(collection: string, judged: Readonly<Record<string, Judged>>): void {
  slice.keep((before) => {
    const look = lookAt(before, collection);
    const lines = Object.fromEntries(
      Object.entries(judged).map(([score, { threshold }]) => [score, threshold]),
    );
    const next = {
      ...look,
      judged: { ...look.judged, ...judged },
      lines: { ...look.lines, ...lines },
    };
    return { ...before, looks: { ...before.looks, [collection]: next } };
  });
}

/** The threshold of scores that follow labels, which no filter gave; no step of its own. */
export function keepLearned(collection: string, score: string, line: number): void {
  slice.keep((before) => {
    const look = lookAt(before, collection);
    const { [score]: _, ...judged } = look.judged ?? {};
    const next = { ...look, judged, lines: { ...look.lines, [score]: line } };
    return { ...before, looks: { ...before.looks, [collection]: next } };
  });
}

/** The filters that shall not score the rows: a tick is no step. */
export function excludeFilters(excluded: readonly string[]): void {
  slice.keep((before) => withLook(before, { ...lookAt(before, before.open), excluded }));
}

/** Shows another tab of the open collection. Looking around is no step of undo. */
export const showLens = (lens: Look["lens"]): void =>
  slice.keep((before) => withLook(before, { ...lookAt(before, before.open), lens }));

/** Opens a collection at one of its tabs: one step, unless it is open already. */
export function openAt(name: string, lens: Look["lens"]): void {
  showPanel("results");
  if (slice.read().open === name) {
    showLens(lens);
    return;
  }
  slice.edit(`Open ${name}`, (before) => ({
    open: name,
    looks: { ...before.looks, [name]: { ...lookAt(before, name), lens } },
  }));
}

/** What is looked at follows a category whose labels have moved to another name. */
export function renameCategory(collection: string, from: string, to: string): void {
  slice.keep((before) => {
    const look = withRenamedCategory(lookAt(before, collection), from, to);
    return { ...before, looks: { ...before.looks, [collection]: look } };
  });
}

/** Nothing that is looked at asks for a score that was taken away. */
export function forgetScore(collection: string, score: string): void {
  slice.keep((before) => {
    const look = withoutScore(lookAt(before, collection), score);
    return { ...before, looks: { ...before.looks, [collection]: look } };
  });
}

/** `restrict` without a step of undo: for what goes on by itself after a step. */
export function restrictOnwards(added: Restriction): void {
  slice.keep((before) => {
    const look = lookAt(before, before.open);
    const restrictions = withRestriction(look.restrictions, added);
    return withLook(before, { ...look, restrictions });
  });
}

function withLook(before: Looks, look: Look): Looks {
  const { open } = before;
  return { ...before, looks: { ...before.looks, [open]: look } };
}

export function unrestrict(slot: string, gesture?: string): void {
  const found = readLook().restrictions.find((each) => slotOf(each) === slot);
  if (found === undefined) return;
  changeLook(
    `Remove ${chipText(found)}`,
    ({ restrictions }) => ({ restrictions: withoutSlot(restrictions, slot) }),
    gesture,
  );
}

export const showAll = (): void => changeLook("Show all rows", { restrictions: [] });

/** Of a collection that was removed: another of the name begins as a new one. */
export function forgetLook(name: string): void {
  slice.keep((before) => ({
    open: before.open === name ? "" : before.open,
    looks: Object.fromEntries(Object.entries(before.looks).filter(([each]) => each !== name)),
  }));
}
