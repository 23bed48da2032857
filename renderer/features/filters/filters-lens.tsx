import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, Trash2, Volume2, VolumeX } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import {
  type Example,
  type Filter,
  LONGEST_EXAMPLE,
  LONGEST_USE,
} from "../../../core/workspace/filters/filter-model.ts";
import type { ExampleReport } from "../../../core/workspace/filters/prepare-examples.ts";
import { retinaCardsQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Answer, Empty, Failure } from "../../components/controls/states.tsx";
import { FileDrop } from "../../components/files/file-drop.tsx";
import { PageDialog } from "../../components/printed-page/page-dialog.tsx";
import { typingBoxOf } from "../../components/type-here.ts";
import { MARK_WORDS, MARKS, type Mark } from "../../model/filters/example-marks.ts";
import { makeExample } from "../../model/filters/make-filter.ts";
import { formatScore, plural } from "../../model/format.ts";
import { NOTHING } from "../../model/map-content.ts";
import type { PageFacts } from "../../model/printed-page.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  addExamples,
  addFilter,
  changeExamples,
  deleteFilter,
  describeUse,
  duplicateFilter,
  editExample,
  moveExamples,
  muteExamples,
  newFilter,
  otherSide,
  removeExamples,
  SIDE_TITLES,
  useFilterDesk,
  useOpenFilter,
} from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { useOpenedWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { useAtlas, useRetina } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { ExampleSide } from "./example-side.tsx";
import { FilterHead } from "./filter-head.tsx";
import { cardFacts } from "./model/card-facts.ts";
import { exportFilters, importFilters, pickFile } from "./transfer.ts";
import { useFiltersOnMap } from "./use-filter-on-map.ts";
import { type ExampleInfo, useFilterReport } from "./use-filter-report.ts";
import "./filters.css";
import "./examples.css";

/** Which texts belong and which do not: all that a filter is made of. */
export function FiltersLens() {
  const filter = useOpenFilter();
  const [importError, setImportError] = useState<unknown>(null);
  useFilterActions(filter, setImportError);
  const lens = useRef<HTMLDivElement>(null);
  const openId = filter?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter has come in the place of what had the focus
  useEffect(() => {
    if (lens.current && document.activeElement === document.body)
      typingBoxOf(lens.current)?.focus();
  }, [openId]);
  useOpenedWith("filters", (expressions) => {
    const texts = expressions.flatMap((each) => ("text" in each ? [each.text] : []));
    if (texts.length === 0) return;
    const target = filters.read().find(({ id }) => id === useFilterDesk.getState().openId);
    const { id } = target ?? filters.read()[0] ?? addFilter("New filter");
    addExamples(id, "positive", texts);
  });
  return (
    <div ref={lens} className="lens filters-lens">
      <FilterHead filter={filter} />
      {importError !== null && (
        <Failure error={importError} doing="Importing filters">
          <Button size="small" onPress={() => setImportError(null)}>
            Close
          </Button>
        </Failure>
      )}
      {filter ? (
        <OpenFilter key={filter.id} filter={filter} />
      ) : (
        <NoFilter onImportError={setImportError} />
      )}
    </div>
  );
}

function NoFilter({ onImportError }: { readonly onImportError: (error: unknown) => void }) {
  const [name, setName] = useState("");
  usePublish({ map: NOTHING });
  return (
    <>
      <Empty title="A filter recognises texts of one category.">
        <p>Give it a name, then add one or two texts that match.</p>
      </Empty>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          addFilter(name);
        }}
      >
        <input
          className="filter-input across"
          aria-label="Name of the category"
          placeholder="e.g. Cooking"
          dir="auto"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button tone="primary" type="submit">
          Create
        </Button>
      </form>
      <div className="row gap-1 wrap">
        <Button size="small" onPress={() => addFilter("Cooking", exampleTexts())}>
          Load a working example
        </Button>
        <FileDrop
          label="Import filters…"
          accept=".json"
          onFiles={([file]) => file && void importFilters(file).catch(onImportError)}
        />
      </div>
    </>
  );
}

function OpenFilter({ filter }: { readonly filter: Filter }) {
  usePublish({ map: useFiltersOnMap(filter) });
  const isCardOpen = useFilterDesk((desk) => desk.isCardOpen);
  const { infos, result } = useFilterReport(filter);
  const search = useFilterDesk((desk) => desk.search);
  const onlyMark = useFilterDesk((desk) => desk.onlyMark);
  const isMany = filter.examples.length > 8 || search !== "";
  return (
    <>
      <Answer query={result} doing="Computing the filter" />
      <Checks filter={filter} infos={infos} />
      {isMany && (
        <input
          type="search"
          className="filter-input across"
          aria-label="Search the examples"
          placeholder="Search the examples"
          value={search}
          onChange={({ currentTarget }) => useFilterDesk.setState({ search: currentTarget.value })}
        />
      )}
      {onlyMark !== "" && (
        <Button size="small" onPress={() => useFilterDesk.setState({ onlyMark: "" })}>
          Show all examples again
        </Button>
      )}
      <div className="filter-sides">
        <ExampleSide filter={filter} side="positive" infos={infos} />
        <ExampleSide filter={filter} side="negative" infos={infos} />
      </div>
      <ExampleDetail filter={filter} infos={infos} />
      {isCardOpen && (
        <CardDialog filter={filter} onClose={() => useFilterDesk.setState({ isCardOpen: false })} />
      )}
    </>
  );
}

const BELONGS = [
  "Simmer the onions in butter until they are soft, then add the stock and the rice.",
  "Knead the dough for ten minutes and let it rise in a warm place before baking.",
  "Season the chicken with salt, pepper and thyme and roast it until the skin is crisp.",
  "Whisk the eggs with sugar, fold in the flour and pour the batter into a buttered tin.",
  "Chop the garlic and parsley finely and stir them into the tomato sauce.",
  "Grill the fish for four minutes on each side and serve it with lemon and potatoes.",
];

const DOES_NOT = [
  "The committee will vote on the new budget for schools and roads on Thursday.",
  "The striker scored twice in the second half and the team moved to the top of the league.",
  "Astronomers found a planet that circles its star in less than a day.",
  "The company sold its steel works and closed two mines in the north.",
  "The orchestra opened the season with a symphony by a young composer.",
  "The hospital tested a new vaccine on three hundred volunteers.",
];

/** A working category, for those who want to look before they make their own. */
const exampleTexts = (): Example[] => [
  ...BELONGS.map((text) => makeExample(text, "positive")),
  ...DOES_NOT.map((text) => makeExample(text, "negative")),
];

const GROUP = "Filters";

/** What can be done with whole filters, by key and by palette as by menu. */
function useFilterActions(filter: Filter | null, onImportError: (error: unknown) => void): void {
  const retina = useRetina();
  const none = filter ? null : "No filter yet";
  useRegisterActions([
    {
      id: "filters.new",
      title: "New filter",
      group: GROUP,
      run: newFilter,
    },
    {
      id: "filters.duplicate",
      title: "Duplicate this filter",
      group: GROUP,
      disabledBecause: none,
      run: () => filter && duplicateFilter(filter),
    },
    {
      id: "filters.delete",
      title: "Delete this filter",
      group: GROUP,
      disabledBecause: none,
      run: () => filter && deleteFilter(filter),
    },
    {
      id: "filters.export",
      title: "Export this filter…",
      group: GROUP,
      disabledBecause: none,
      run: () => void (filter && retina && exportFilters([filter], retina)),
    },
    {
      id: "filters.card",
      title: "Filter card…",
      group: GROUP,
      disabledBecause: filter?.examples.some(({ side }) => side === "positive")
        ? null
        : "This needs a filter with a text that matches",
      run: () => useFilterDesk.setState({ isCardOpen: true }),
    },
    {
      id: "filters.export-all",
      title: "Export all filters…",
      group: GROUP,
      disabledBecause: none,
      run: () => void (retina && exportFilters(filters.read(), retina)),
    },
    {
      id: "filters.import",
      title: "Import filters…",
      group: GROUP,
      run: () => pickFile(".json", (file) => void importFilters(file).catch(onImportError)),
    },
  ]);
}

interface CardDialogProps {
  readonly filter: Filter;
  readonly onClose: () => void;
}

/** One page that tells of a filter all that another person needs, before it is saved. */
function CardDialog({ filter, onClose }: CardDialogProps) {
  const { facts, error } = useCardFacts(filter);
  return (
    <PageDialog
      title="Filter card"
      noun="card"
      facts={facts}
      error={error}
      hint="Saves one self-contained file. Export saves the picture alone."
      onSaved={(file) => toast(`Saved ${file}`)}
      onClose={onClose}
      fields={<IntendedUse filter={filter} />}
    />
  );
}

/** Kept with every letter, as one step of undo, so that closing the box loses nothing. */
function IntendedUse({ filter }: { readonly filter: Filter }) {
  return (
    <label className="stack gap-1">
      <span>Intended use</span>
      <textarea
        placeholder="What it is for, on which texts, and what it is not for"
        dir="auto"
        rows={6}
        maxLength={LONGEST_USE}
        value={filter.use ?? ""}
        onChange={({ currentTarget }) => describeUse(filter.id, currentTarget.value)}
      />
    </label>
  );
}

/** What the card of a filter says; null until all of it is known. */
function useCardFacts(filter: Filter): { facts: PageFacts | null; error: unknown } {
  const { report, prepared, scored, threshold, retina, isStale, result } = useFilterReport(filter);
  const atlas = useAtlas();
  const cards = useQuery(retinaCardsQuery());
  const card = cards.data?.find(({ name }) => name === retina?.name);
  const facts = useMemo(() => {
    if (!report || !atlas || !card || threshold === null || isStale) return null;
    return cardFacts({
      filter,
      prepared,
      report,
      scored,
      threshold,
      atlas,
      retina: card,
      today: new Date(),
    });
  }, [filter, prepared, report, scored, threshold, atlas, card, isStale]);
  return { facts, error: result.error ?? cards.error };
}

interface ChecksProps {
  readonly filter: Filter;
  readonly infos: readonly ExampleInfo[];
}

/** What may be wrong with the examples. Nothing stands in the way; everything can be looked at and mended here. */
function Checks({ filter, infos }: ChecksProps) {
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

interface ExampleDetailProps {
  readonly filter: Filter;
  readonly infos: readonly ExampleInfo[];
}

/** The chosen examples: everything about one, and what can be done with all of them. */
function ExampleDetail({ filter, infos }: ExampleDetailProps) {
  const { positive, negative } = useFilterDesk((desk) => desk.selection);
  const chosen = new Set([...positive.chosen, ...negative.chosen]);
  const found = infos.filter(({ example }) => chosen.has(example.id));
  const [first] = found;
  if (!first) return null;
  const ids = new Set(found.map(({ example }) => example.id));
  const isMuted = found.every(({ example }) => example.isMuted);
  return (
    <section className="example-detail stack" aria-label="Chosen examples">
      {found.length === 1 ? (
        <OneExample filter={filter} info={first} />
      ) : (
        <p>{plural(found.length, "example")} chosen</p>
      )}
      <div className="row gap-1 wrap">
        <Button size="small" onPress={() => moveExamples(filter, ids)}>
          <ArrowLeftRight size={13} aria-hidden="true" /> To “
          {SIDE_TITLES[otherSide(first.example.side)]}” <kbd>X</kbd>
        </Button>
        <Button size="small" onPress={() => muteExamples(filter, ids)}>
          {isMuted ? (
            <Volume2 size={13} aria-hidden="true" />
          ) : (
            <VolumeX size={13} aria-hidden="true" />
          )}
          {isMuted ? "Unmute" : "Mute"} <kbd>M</kbd>
        </Button>
        <Button size="small" tone="danger" onPress={() => removeExamples(filter.id, ids)}>
          <Trash2 size={13} aria-hidden="true" /> Delete
        </Button>
      </div>
    </section>
  );
}

/** The score that counts first: of a filter that does not know the example. */
function scoreWords({ score, leftOutScore }: ExampleReport): string[] {
  if (score === null) return ["no score"];
  const training = `training score ${formatScore(score)}`;
  return leftOutScore === null ? [training] : [`score ${formatScore(leftOutScore)}`, training];
}

function OneExample({ filter, info }: { readonly filter: Filter; readonly info: ExampleInfo }) {
  const { example, report, marks } = info;
  return (
    <>
      <textarea
        className="filter-input across"
        aria-label="Text of the example"
        dir="auto"
        rows={3}
        maxLength={LONGEST_EXAMPLE}
        value={example.text}
        onChange={({ currentTarget }) => editExample(filter.id, example.id, currentTarget.value)}
      />
      <p className="muted figures">
        {report
          ? [
              plural(report.cells, "cell"),
              report.language.language ?? "language unclear",
              ...scoreWords(report),
            ]
              .filter((fact) => fact !== "")
              .join(" · ")
          : example.isMuted
            ? "Muted: not used by the filter."
            : "Not part of the filter."}
      </p>
      {marks.map((mark) => (
        <p key={mark} className="stack note caution">
          {MARK_WORDS[mark]}
        </p>
      ))}
    </>
  );
}
