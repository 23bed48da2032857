import { Type } from "#typebox";
import { orNull, type Saved } from "../../../../core/workspace/fit.ts";

const topicSchema = Type.Object({
  region: Type.Integer(),
  name: orNull(Type.String()),
  hidden: Type.Boolean(),
  into: orNull(Type.Integer()),
});
/** As the service takes notes of topics. */
export type KeptTopic = Saved<typeof topicSchema>;

const common = {
  /** Grows by one with each. */
  no: Type.Integer(),
  collection: Type.String(),
};
export const deedSchema = Type.Union([
  Type.Object({
    ...common,
    kind: Type.Literal("labels"),
    filter: Type.String(),
    /** The name that the category had before; then the labels move from it. */
    former: Type.Optional(Type.String()),
    marks: Type.Array(
      Type.Object({
        id: Type.String(),
        was: orNull(Type.Boolean()),
        now: orNull(Type.Boolean()),
        /** Who gave the label that was, if not the person; one that moves stays theirs. */
        author: Type.Optional(Type.String()),
      }),
    ),
  }),
  Type.Object({
    ...common,
    kind: Type.Literal("topics"),
    was: Type.Array(topicSchema),
    now: Type.Array(topicSchema),
  }),
]);
/** What a person did to a collection that is kept beside its rows, and how it was before. */
export type Deed = Saved<typeof deedSchema>;

/** Earlier ones can no longer be taken back. */
const MOST_DEEDS = 60;

export const withDeed = (deeds: readonly Deed[], added: Deed): readonly Deed[] =>
  [...deeds, added].slice(-MOST_DEEDS);

/** The number that the next deed has. */
export const nextNo = (deeds: readonly Deed[]): number => (deeds.at(-1)?.no ?? 0) + 1;

/** A deed, and whether it is to be done or taken back. */
export interface Turn {
  readonly deed: Deed;
  readonly isBack: boolean;
}

/** The list once a turn is done. */
export const afterTurn = (deeds: readonly Deed[], { deed, isBack }: Turn): readonly Deed[] =>
  isBack
    ? deeds.filter(({ no }) => no !== deed.no)
    : [...deeds, deed].sort((a, b) => a.no - b.no).slice(-MOST_DEEDS);

/**
 * What has to happen to the collections when the list of deeds goes from one to another by undo or redo: the latest are
 * taken back first, then others done in order. What fell off the beginning of the list stays as it is.
 */
export function turnsBetween(before: readonly Deed[], after: readonly Deed[]): readonly Turn[] {
  if (before === after) return [];
  const has = (deeds: readonly Deed[], { no }: Deed) => deeds.some((each) => each.no === no);
  const least = Math.max(0, ...before.map(({ no }) => no).filter((no) => no < (after[0]?.no ?? 0)));
  const back = before
    .filter((deed) => deed.no > least && !has(after, deed))
    .sort((a, b) => b.no - a.no)
    .map((deed) => ({ deed, isBack: true }));
  const oldest = before[0]?.no ?? 0;
  const again = after
    .filter((deed) => deed.no >= oldest && !has(before, deed))
    .map((deed) => ({ deed, isBack: false }));
  return [...back, ...again];
}
