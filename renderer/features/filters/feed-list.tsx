import { Choice, Switch } from "../../components/controls/choice.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { type Column, VirtualTable } from "../../components/table/virtual-table.tsx";
import { type Candidate, keyOf, type Lane, MOST_JUDGED } from "../../model/filters/feed-lanes.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import type { ReadyFilter } from "../../model/filters/ready-filter.ts";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { NO_SELECTION } from "../../model/tables/virtual-window.ts";
import { aside, chooseKeysByPlace, useFeed } from "../../state/filters/feed-state.ts";
import { openWith } from "../../state/open-with.ts";
import { AllListed } from "./all-listed.tsx";
import { FeedDetail } from "./feed-detail.tsx";
import { useDecisions } from "./use-decisions.ts";
import { useExampleHover } from "./use-example-hover.ts";
import { useFeedRows } from "./use-feed-rows.ts";
import { useLookAt } from "./use-filter-on-map.ts";

interface FeedListProps {
  readonly filter: Filter;
  /** Null while the filter is being made anew. */
  readonly ready: ReadyFilter | null;
}

/** The texts in three lanes, and the one to decide on. */
export function FeedList({ filter, ready }: FeedListProps) {
  const { lane, search, selection, version, candidates } = useFeed();
  const { byPlace } = aside.use();
  const { lanes, rows, chosen, flags } = useFeedRows(filter);
  const decisions = useDecisions(filter, chosen);
  const hover = useExampleHover();
  useLookAt(chosen.length === 1 ? (chosen[0]?.text ?? "") : "");
  const changes = filter.version - version;
  return (
    <>
      <Choice
        label="Which texts"
        isBare
        options={laneTitles(lanes, lane)}
        value={lane}
        onChange={(next) => useFeed.setState({ lane: next, selection: NO_SELECTION })}
      />
      <input
        type="search"
        className="filter-input"
        aria-label="Find among these texts"
        placeholder="Find among these texts; commas between words"
        value={search}
        onChange={({ currentTarget }) =>
          useFeed.setState({ search: currentTarget.value, selection: NO_SELECTION })
        }
      />
      <p className="muted feed-note" role="status">
        {changes > 0
          ? `${plural(changes, "change")} since; the order is not updated yet.`
          : candidates.length >= MOST_JUDGED
            ? `${formatCount(MOST_JUDGED)} texts from across the file are ordered.`
            : `${plural(candidates.length, "text")} ordered by how much they help the filter.`}
      </p>
      {rows.length === 0 ? (
        <Empty>
          {search !== ""
            ? `No text here contains this.${whereElse(lanes)}`
            : "Nothing is left to decide here; look at another group, or order again."}
        </Empty>
      ) : (
        <>
          <div ref={decisions.list} className="feed-list" onKeyDownCapture={decisions.press}>
            <VirtualTable
              label="Texts to decide on"
              columns={flags.size > 0 ? [...COLUMNS, flagColumn(flags)] : COLUMNS}
              rows={rows}
              idOf={({ index }) => String(index)}
              selection={{ ...selection, active: within(selection.active, rows.length) }}
              onSelect={(next) => useFeed.setState({ selection: next })}
              onOpen={({ text }) => openWith("text", [{ text }])}
              onHover={(row) => hover(row?.text ?? null)}
            />
          </div>
          <FeedDetail
            filter={filter}
            ready={ready}
            chosen={chosen}
            decisions={decisions}
            flags={flags}
          />
          <AllListed filter={filter} rows={rows} />
        </>
      )}
      <Switch
        label="Keys by their position on a QWERTY keyboard"
        isOn={byPlace}
        onChange={chooseKeysByPlace}
      />
    </>
  );
}

type Shown = Lane | "flagged";

const LANE_NAMES: Readonly<Record<Shown, string>> = {
  unsure: "Unsure",
  in: "Surely in",
  out: "Surely out",
  flagged: "Flagged",
};

/** Names the groups that have what is looked for. */
function whereElse(lanes: Readonly<Record<Shown, readonly Candidate[]>>): string {
  const names = LANES.filter((lane) => lanes[lane].length > 0).map((lane) => LANE_NAMES[lane]);
  return names.length === 0 ? "" : ` See ${names.join(" and ")}.`;
}

const LANES: readonly Lane[] = ["unsure", "in", "out"];

/** Flagged texts have a place of their own once there are any. */
function laneTitles(lanes: Readonly<Record<Shown, readonly Candidate[]>>, lane: Shown) {
  const isFlagged = lanes.flagged.length > 0 || lane === "flagged";
  const shown: readonly Shown[] = isFlagged ? [...LANES, "flagged"] : LANES;
  return Object.fromEntries(
    shown.map((id) => [id, `${LANE_NAMES[id]} ${formatCount(lanes[id].length)}`]),
  ) as Readonly<Record<Shown, string>>;
}

/** There is always a row that the keys act on. */
const within = (active: number, count: number): number => Math.min(Math.max(0, active), count - 1);

const COLUMNS: readonly Column<Candidate>[] = [
  {
    id: "score",
    title: "Score",
    hint: "Cosine with the filter that ordered the texts",
    track: "44px",
    align: "end",
    cell: ({ score }) => formatScore(score),
  },
  {
    id: "text",
    title: "Text",
    track: "minmax(0, 1fr)",
    cell: ({ text }) => <span dir="auto">{text}</span>,
  },
];

const flagColumn = (flags: ReadonlySet<string>): Column<Candidate> => ({
  id: "flag",
  title: "Flag",
  track: "36px",
  cell: (candidate) =>
    flags.has(keyOf(candidate)) && (
      <span role="img" aria-label="Flagged">
        ⚑
      </span>
    ),
});
