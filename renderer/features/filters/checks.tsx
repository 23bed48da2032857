import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Example, Filter } from "../../../core/workspace/filters/filter-model.ts";
import {
  type Prepared,
  prepareExamples,
} from "../../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../../core/workspace/filters/scored.ts";
import { filterReportQuery } from "../../api/filter-report.ts";
import { queryClient } from "../../api/query-client.ts";
import { evaluateQuery } from "../../api/subject-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { MARKS, type Mark } from "../../model/filters/example-marks.ts";
import { freeName, makeFilter } from "../../model/filters/make-filter.ts";
import { plural } from "../../model/format.ts";
import { changeExamples, removeExamples, useFilterDesk } from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { useRetina } from "../../state/retina.ts";
import { findSubjects } from "./model/two-subjects.ts";
import type { ExampleInfo } from "./use-filter-report.ts";

interface ChecksProps {
  readonly filter: Filter;
  readonly infos: readonly ExampleInfo[];
}

/** What may be wrong with the examples. Nothing stands in the way; everything can be looked at and mended here. */
export function Checks({ filter, infos }: ChecksProps) {
  const counted = MARKS.flatMap((mark) => {
    const found = infos.filter(({ marks }) => marks.includes(mark));
    return found.length === 0 ? [] : [{ mark, found }];
  });
  const conflicts = counted.find(({ mark }) => mark === "conflict")?.found ?? [];
  const rest = counted.filter(({ mark }) => mark !== "conflict");
  return (
    <>
      {conflicts.length > 0 && <Conflict filter={filter} infos={conflicts} />}
      {rest.length > 0 && (
        <ul className="checks stack gap-0 muted" aria-label="Checks">
          {rest.map(({ mark, found }) => (
            <Check key={mark} filter={filter} mark={mark} found={found} />
          ))}
        </ul>
      )}
      <Losses filter={filter} />
      <Subjects filter={filter} />
    </>
  );
}

const COUNT_WORDS: Readonly<Record<Mark, (count: number) => string>> = {
  conflict: (count) => `${plural(count, "text")} on both sides`,
  "near-conflict": (count) => `${plural(count, "text")} nearly the same as one on the other side`,
  empty: (count) => `${plural(count, "example")} without text`,
  "no-known-words": (count) => `${plural(count, "text")} without a known word`,
  duplicate: (count) => `${plural(count, "duplicate")}, counted once`,
  "near-duplicate": (count) => plural(count, "near-duplicate", "near-duplicates"),
  "other-language": (count) => `${plural(count, "text")} in another language`,
  short: (count) => `${plural(count, "text")} under four words`,
  cut: (count) => `${plural(count, "text")} cut at 20,000 characters`,
};

/** Useless ones can go at once; the others may be right as they are. */
const REMOVABLE: readonly Mark[] = ["empty", "no-known-words", "duplicate"];

interface CheckProps {
  readonly filter: Filter;
  readonly mark: Mark;
  readonly found: readonly ExampleInfo[];
}

function Check({ filter, mark, found }: CheckProps) {
  const shown = useFilterDesk(({ onlyMark }) => onlyMark) === mark;
  const ids = new Set(found.map(({ example }) => example.id));
  return (
    <li>
      <span>{COUNT_WORDS[mark](found.length)}</span>
      <Button
        size="small"
        tone="quiet"
        aria-pressed={shown}
        onPress={() => useFilterDesk.setState({ onlyMark: shown ? "" : mark })}
      >
        {shown ? "Show all" : "Show"}
      </Button>
      {REMOVABLE.includes(mark) && (
        <Button size="small" tone="quiet" onPress={() => removeExamples(filter.id, ids)}>
          Delete
        </Button>
      )}
    </li>
  );
}

/** A text on both sides has no say until somebody says where it belongs. */
function Conflict({ filter, infos }: ChecksProps) {
  const [first] = infos;
  if (!first) return null;
  const { text } = first.example;
  const same = (example: Example) => sameText(example.text, text);
  const keep = (side: Example["side"]) =>
    removeExamples(
      filter.id,
      idsOf(filter, (example) => same(example) && example.side !== side),
    );
  const mute = () =>
    changeExamples(filter.id, idsOf(filter, same), "Mute", (before) => ({
      ...before,
      isMuted: true,
    }));
  return (
    <section className="stack note caution" aria-label="Same text on both sides">
      <p>
        “{text.slice(0, 80)}” is on both sides, so it is left out. Which side is right?
        {infos.length > 2 && ` (${plural(infos.length, "example")} like this)`}
      </p>
      <div className="row gap-1 wrap">
        <Button size="small" onPress={() => keep("positive")}>
          It matches
        </Button>
        <Button size="small" onPress={() => keep("negative")}>
          It does not
        </Button>
        <Button size="small" onPress={mute}>
          Mute both
        </Button>
      </div>
    </section>
  );
}

const sameText = (a: string, b: string): boolean =>
  a.toLowerCase().replace(/\s+/g, " ").trim() === b.toLowerCase().replace(/\s+/g, " ").trim();

const idsOf = (filter: Filter, wanted: (example: Example) => boolean): ReadonlySet<string> =>
  new Set(filter.examples.filter(wanted).map(({ id }) => id));

/** When the texts that do not belong take nearly everything away: which of them takes how much. */
function Losses({ filter }: { readonly filter: Filter }) {
  const { data } = useQuery(useLosses(filter));
  if (!data || data.losses.length === 0) return null;
  return (
    <section className="stack note caution" aria-label="Cells lost to counter-examples">
      <p>
        Only {plural(data.left, "cell")} of {data.before} are left. The negative examples cover most
        of the positive ones:
      </p>
      <ul>
        {data.losses.map(({ id, text, cells }) => (
          <li key={id}>
            <span className="figures nowrap">{plural(cells, "cell")}</span>{" "}
            <span dir="auto">{text.slice(0, 60)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** When the texts that belong speak of several things: an offer to make several filters. */
function Subjects({ filter }: { readonly filter: Filter }) {
  const { data } = useQuery(useSubjects(filter));
  const [, second] = data ?? [];
  if (!second) return null;
  const ids = new Set(second.map(({ id }) => id));
  return (
    <section className="stack note caution" aria-label="Different subjects">
      <p>
        The positive examples are about different subjects. {plural(second.length, "text")} like “{" "}
        {second[0]?.text.slice(0, 60)}” share almost no cells with the rest.
      </p>
      <div className="row gap-1 wrap">
        <Button size="small" onPress={() => split(filter, ids)}>
          Split into two filters
        </Button>
      </div>
    </section>
  );
}

/** Moves some examples into a filter of their own, with a copy of what does not belong; one step. */
function split(filter: Filter, ids: ReadonlySet<string>): void {
  const name = freeName(
    `${filter.name} 2`,
    filters.read().map((known) => known.name),
  );
  const moved = filter.examples.filter(({ id }) => ids.has(id));
  const against = filter.examples.filter(({ side }) => side === "negative");
  const added = makeFilter(name, [...moved, ...against]);
  filters.edit(`Split the filter ${filter.name}`, (before) => [
    ...before.map((known) =>
      known.id === filter.id
        ? { ...known, examples: known.examples.filter(({ id }) => !ids.has(id)) }
        : known,
    ),
    added,
  ]);
}

/** Cells below which a filter can hardly tell anything. */
const FEWEST_CELLS = 60;

const ASKED = 40;

const SHOWN = 3;

interface LossesOfFilter {
  readonly left: number;
  readonly before: number;
  /** The texts that cover most of what the filter would be without them. */
  readonly losses: readonly {
    readonly id: string;
    readonly text: string;
    readonly cells: number;
  }[];
}

/** What each text that does not belong takes away, asked only when little is left. */
function useLosses(filter: Filter) {
  const retina = useRetina()?.name ?? "";
  const examples = filter.examples;
  const prepared = prepareExamples(examples);
  const { positive, negative } = prepared;
  return queryOptions({
    queryKey: [retina, "filter losses", prepared],
    queryKeyHashFn: () => `filter losses ${retina} ${preparedKeyOf(prepared)}`,
    enabled: retina !== "" && positive.length > 0 && negative.length > 0,
    queryFn: () => lossesOf(retina, prepared),
  });
}

async function lossesOf(retina: string, prepared: Prepared): Promise<LossesOfFilter> {
  const now = await queryClient.fetchQuery(filterReportQuery(retina, prepared));
  const left = now.positions.length;
  if (left >= FEWEST_CELLS) return { left, before: left, losses: [] };
  const alone = await queryClient.fetchQuery(
    filterReportQuery(retina, { ...prepared, negative: [] }),
  );
  const own = new Set(alone.positions);
  const asked = prepared.negative.slice(0, ASKED);
  const covers = await Promise.all(
    asked.map(({ text }) => queryClient.fetchQuery(evaluateQuery(retina, { text }))),
  );
  const losses = asked
    .map(({ id, text }, index) => ({
      id,
      text,
      cells: covers[index]!.positions.filter((position) => own.has(position)).length,
    }))
    .filter(({ cells }) => cells > 0)
    .sort((a, b) => b.cells - a.cells)
    .slice(0, SHOWN);
  return { left, before: own.size, losses: left < own.size ? losses : [] };
}

/** Fewer texts prove nothing, more take too long. */
const FEWEST_TEXTS = 4;

const MOST_TEXTS = 60;

/** Groups of texts that belong but have hardly anything in common; empty when they are of one kind. */
function useSubjects(filter: Filter) {
  const retina = useRetina()?.name ?? "";
  const prepared = prepareExamples(filter.examples);
  const { positive } = prepared;
  const texts = positive.map(({ text }) => text);
  return queryOptions({
    queryKey: [retina, "filter subjects", prepared],
    queryKeyHashFn: () => `filter subjects ${retina} ${preparedKeyOf(prepared)}`,
    enabled: retina !== "" && texts.length >= FEWEST_TEXTS && texts.length <= MOST_TEXTS,
    queryFn: async (): Promise<readonly (readonly Example[])[]> => {
      const answers = await Promise.all(
        texts.map((text) => queryClient.fetchQuery(evaluateQuery(retina, { text }))),
      );
      const groups = findSubjects(answers.map(({ positions }) => positions));
      return groups.map((group) => group.map((index) => positive[index]!));
    },
  });
}
