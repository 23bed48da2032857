import { badInput } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { Line } from "./word-lines.ts";

/** What people decided about the senses of a word; stored with the collection. */
export interface WordNote {
  readonly senses: readonly NotedSense[];
  readonly given: readonly GivenLine[];
}

export interface NotedSense {
  /** A letter that stays with the sense: A, B, C ... */
  readonly key: string;
  /** Null where nobody named it. */
  readonly name: string | null;
  /** A term close to the cells. */
  readonly label: string;
  /** The cells that the sense begins with; empty for one that was made of lines. */
  readonly positions: readonly number[];
}

/** A line that somebody assigned to a sense. */
export interface GivenLine {
  readonly id: string;
  /** Offset of the word in the row's text. */
  readonly start: number;
  /** Key of the sense. */
  readonly sense: string;
  /** Left out for the user's own. */
  readonly author?: string;
}

/** A change to the senses. Senses that are not listed go; all stay where the list is left out. */
export interface SenseChanges {
  readonly senses?: readonly SenseChange[];
  /** `sense: null` takes the line back. */
  readonly given?: readonly {
    readonly id: string;
    readonly start: number;
    readonly sense: string | null;
  }[];
  readonly author?: string;
}

interface SenseChange {
  readonly key: string;
  readonly name: string | null;
  /** Keys of other senses that it takes in, with their cells and lines. */
  readonly joins?: readonly string[];
}

export const MOST_SENSES = 12;
const LONGEST_NAME = 100;
export const NO_NOTE: WordNote = { senses: [], given: [] };

export const readWordNote = (kept: string | undefined): WordNote =>
  kept === undefined ? NO_NOTE : (JSON.parse(kept) as WordNote);

/** Senses as the contexts of a word give them. */
export const sensesOf = (
  contexts: readonly { readonly label: string; readonly positions: Positions }[],
): NotedSense[] =>
  contexts.slice(0, MOST_SENSES).map(({ label, positions }, i) => ({
    key: keyAt(i),
    name: null,
    label,
    positions: Array.from(positions),
  }));

export const keyAt = (i: number): string => String.fromCharCode(65 + i);

/**
 * A note with changes.
 *
 * @throws bad-input for an unknown sense, a key that is no capital letter, a name over 100 characters, more than 12
 * senses, and for a sense that would go although lines are given to it
 */
export function changeWordNote(note: WordNote, changes: SenseChanges): WordNote {
  const senses =
    changes.senses === undefined ? note.senses : changedSenses(note.senses, changes.senses);
  const joined = new Map(
    (changes.senses ?? []).flatMap(({ key, joins = [] }) => joins.map((each) => [each, key])),
  );
  const given = new Map(
    note.given.map((line) => [
      placeKey(line),
      { ...line, sense: joined.get(line.sense) ?? line.sense },
    ]),
  );
  const { author } = changes;
  for (const { id, start, sense } of changes.given ?? []) {
    if (sense === null) given.delete(placeKey({ id, start }));
    else
      given.set(placeKey({ id, start }), {
        id,
        start,
        sense,
        ...(author !== undefined && { author }),
      });
  }
  const keys = new Set(senses.map(({ key }) => key));
  const lost = [...given.values()].find(({ sense }) => !keys.has(sense));
  if (lost !== undefined)
    throw badInput(
      "senses",
      `Lines are assigned to the sense “${lost.sense.slice(0, 20)}”, which is not in the list. Join it with another sense, or take its lines back first.`,
    );
  return { senses, given: [...given.values()] };
}

function changedSenses(kept: readonly NotedSense[], changes: readonly SenseChange[]): NotedSense[] {
  if (changes.length > MOST_SENSES)
    throw badInput(
      "senses",
      `A word can have at most ${MOST_SENSES} senses, not ${changes.length}.`,
    );
  const known = new Map(kept.map((sense) => [sense.key, sense]));
  const seen = new Set<string>();
  return changes.map(({ key, name, joins = [] }, i) => {
    const path = `senses[${i}]`;
    if (!/^[A-Z]$/.test(key))
      throw badInput(`${path}.key`, `A key is a capital letter, not “${key.slice(0, 20)}”.`);
    for (const each of [key, ...joins]) {
      if (seen.has(each)) throw badInput(path, `The sense “${each.slice(0, 20)}” is listed twice.`);
      seen.add(each);
    }
    const clean = name?.trim() ?? "";
    if (clean.length > LONGEST_NAME)
      throw badInput(
        `${path}.name`,
        `A name has at most ${LONGEST_NAME} characters, not ${clean.length}.`,
      );
    const parts = joins.map((each) => {
      const sense = known.get(each);
      if (sense === undefined)
        throw badInput(`${path}.joins`, `There is no sense “${each.slice(0, 20)}”.`);
      return sense;
    });
    const own = known.get(key);
    const positions = new Set(
      [...(own === undefined ? [] : [own]), ...parts].flatMap((sense) => sense.positions),
    );
    return {
      key,
      name: clean === "" ? null : clean,
      label: own?.label ?? parts[0]?.label ?? "",
      positions: [...positions].sort((a, b) => a - b),
    };
  });
}

/** What names a line. */
export const placeKey = ({ id, start }: Pick<Line, "id" | "start">): string => `${start} ${id}`;
