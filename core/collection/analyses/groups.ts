import { type Atlas, placeName } from "../../atlas/types.ts";
import { CELLS } from "../../kernel/grid.ts";
import { Vocabulary } from "../../text/vocabulary.ts";
import type { ScannedRow } from "../port/store.ts";
import { tokensOf } from "../port/words.ts";
import { heatWithout, liftBeyondChance } from "./lift.ts";
import { compareOdds, correctForMany, type Difference, twoSided } from "./statistics.ts";
import { regionsOfRow } from "./topics.ts";
import { fewestOf, isTelling, WordCounts, type WordWeight, weightOf } from "./word-counts.ts";

/** At most so many groups are compared. */
export const MOST_GROUPS = 8;

/** One word or region: for each group how its rows differ from all others. */
export interface Compared {
  readonly groups: readonly Difference[];
}

export interface GroupDifferences {
  readonly rows: number;
  /** In the order of the groups. */
  readonly groups: readonly {
    readonly rows: number;
    /** Cells that its rows have more often than the others, the most telling first to be kept; ascending. */
    readonly positions: readonly number[];
  }[];
  /** The most surprising first. */
  readonly words: readonly (Compared & { readonly word: string })[];
  readonly regions: readonly (Compared & { readonly region: number; readonly place: string })[];
}

interface GroupOptions {
  readonly count: number;
  readonly atlas: Atlas;
  readonly level: number;
  readonly weight: WordWeight;
  /** Words that are listed. */
  readonly limit: number;
}

/** So many cells of a group are shown. */
const SHOWN_CELLS = 328;
/** At most so many chances of error in what is listed. */
const MOST_CHANCE = 0.05;

/** Counts the rows of several groups as they stream by, and compares each group with all other rows. */
export class GroupGatherer {
  readonly #options: GroupOptions;
  readonly #all: Gathered;
  readonly #groups: readonly Gathered[];

  constructor(options: GroupOptions) {
    this.#options = options;
    this.#all = new Gathered(new Vocabulary(tokensOf));
    this.#groups = Array.from(
      { length: options.count },
      () => new Gathered(this.#all.words.vocabulary),
    );
  }

  /** @param group number of its group; undefined for a row of none */
  add({ text, cells }: ScannedRow<"text" | "cells">, group: number | undefined): void {
    const { atlas, level } = this.#options;
    const words = this.#all.words.vocabulary.read(text);
    const regions = regionsOfRow(cells, atlas, level);
    for (const part of [this.#all, ...(group === undefined ? [] : [this.#groups[group]!])]) {
      part.words.addIds(words);
      for (const region of regions.keys())
        part.regions.set(region, (part.regions.get(region) ?? 0) + 1);
      for (const cell of cells) part.cells[cell]!++;
    }
  }

  differences(): GroupDifferences {
    const { atlas, level, weight, limit } = this.#options;
    const { rows, vocabulary } = this.#all.words;
    const fewest = fewestOf(rows);
    const words = vocabulary.words
      .map((word, id) => ({ word, id }))
      .filter(({ word, id }) => this.#all.words.at(id) >= fewest && isTelling(word));
    const telling = words.filter(({ word }) => weight(word) > 0);
    const regions = atlas.regions.filter(
      ({ id, level: own }) => own === level && this.#all.regions.has(id),
    );
    return {
      rows,
      groups: this.#groups.map((group) => ({
        rows: group.words.rows,
        positions: this.#positionsOf(group),
      })),
      words: this.#compared(
        telling.map((own) => ({ own, count: (part: Gathered) => part.words.at(own.id) })),
        ({ word }) => weight(word),
      )
        .slice(0, limit)
        .map(({ own, groups }) => ({ word: own.word, groups })),
      regions: this.#compared(
        regions.map((own) => ({ own, count: (part) => part.regions.get(own.id) ?? 0 })),
        () => 1,
      ).map(({ own, groups }) => ({ region: own.id, place: placeName(atlas, own.id), groups })),
    };
  }

  /** Those that differ in a group beyond chance, corrected for every thing in every group; the most surprising first. */
  #compared<Own>(
    things: readonly { readonly own: Own; readonly count: (part: Gathered) => number }[],
    weight: (own: Own) => number,
  ): { readonly own: Own; readonly groups: readonly Difference[] }[] {
    const { rows } = this.#all.words;
    const drafts = things.map(({ own, count }) => {
      const inAll = count(this.#all);
      const odds = this.#groups.map((group) => {
        const inA = count(group);
        const a = group.words.rows;
        return compareOdds({ inA, inB: inAll - inA }, { a, b: rows - a });
      });
      return { own, odds };
    });
    const chances = drafts.flatMap(({ odds }) => odds.map(({ z }) => twoSided(z)));
    const corrected = correctForMany(chances);
    const compared = drafts.map(({ own, odds }, i) => {
      const groups = odds.map(({ z: _, ...each }, group) => ({
        ...each,
        q: corrected[i * odds.length + group]!,
      }));
      const by = Math.max(...groups.map((each) => Math.abs(weightOf(each, rows)))) * weight(own);
      return { own, groups, by };
    });
    return compared
      .filter(({ groups }) => groups.some(({ q }) => q <= MOST_CHANCE))
      .sort((x, y) => y.by - x.by);
  }

  #positionsOf(group: Gathered): number[] {
    const rest = heatWithout(this.#all.heat, group.heat);
    const lift = liftBeyondChance(group.heat, rest);
    return [...lift.keys()]
      .filter((cell) => lift[cell]! > 1)
      .sort((a, b) => lift[b]! - lift[a]! || a - b)
      .slice(0, SHOWN_CELLS)
      .sort((a, b) => a - b);
  }
}

/** Counts of some rows. */
class Gathered {
  readonly words: WordCounts;
  readonly regions = new Map<number, number>();
  readonly cells = new Uint32Array(CELLS);

  constructor(vocabulary: Vocabulary) {
    this.words = new WordCounts(vocabulary);
  }

  get heat() {
    return { counts: this.cells, rows: this.words.rows };
  }
}
