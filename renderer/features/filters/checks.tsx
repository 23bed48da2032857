import type { Example, Filter } from "../../../core/workspace/filters/filter-model.ts";
import { Button } from "../../components/controls/button.tsx";
import { MARKS, type Mark } from "../../model/filters/example-marks.ts";
import { plural } from "../../model/format.ts";
import { changeExamples, removeExamples, useFilterDesk } from "../../state/filters/filter-state.ts";
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
