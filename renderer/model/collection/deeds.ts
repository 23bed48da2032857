/** What a person did to a collection that is kept beside its rows, and how it was before. */
export type Deed = {
  /** Grows by one with each. */
  readonly no: number;
  readonly collection: string;
} & (
  | {
      readonly kind: "labels";
      readonly filter: string;
      /** The name that the category had before; then the labels move from it. */
      readonly former?: string;
      readonly marks: readonly {
        readonly id: string;
        readonly was: boolean | null;
        readonly now: boolean | null;
      }[];
    }
  | {
      readonly kind: "topics";
      readonly was: readonly KeptTopic[];
      readonly now: readonly KeptTopic[];
    }
);

/** As the service takes notes of topics. */
export interface KeptTopic {
  readonly region: number;
  readonly name: string | null;
  readonly hidden: boolean;
  readonly into: number | null;
}

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
