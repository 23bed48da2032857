import { ListFilter } from "lucide-react";
import { Button } from "../../../components/controls/button.tsx";
import { Chip } from "../../../components/controls/chip.tsx";
import { Choice, Switch } from "../../../components/controls/choice.tsx";
import { Distribution } from "../../../components/controls/distribution.tsx";
import { BoxTrigger, FloatBox } from "../../../components/controls/opener.tsx";
import { ColumnMenu } from "../../../components/table/column-menu.tsx";
import { formatCount, formatShare } from "../../../model/format.ts";
import { senseLooks } from "../../../model/sense-colours.ts";
import { linesOf } from "../../../model/suggestions.ts";
import {
  chipsOf,
  type KindChoice,
  NO_FILTERS,
  type PosChoice,
  type TermFilters,
} from "../model/term-filters.ts";
import { changeFilters, changeSpread, SPREADS, similar, spreadOf } from "../similar-state.ts";
import { useListedLanguages } from "./language-columns.tsx";
import { similarColumns } from "./similar-columns.tsx";
import { termsOf, useSimilarTerms } from "./use-similar-terms.ts";

const COLUMNS = similarColumns();

/** How many terms there are, what narrows them down, and what each filter costs. */
export function FilterBar() {
  const { first, rows, state, sense } = useSimilarTerms();
  const listed = useListedLanguages();
  if (!first) return null;
  const chips = chipsOf(state.filters, first);
  const isInColumns = state.columns !== undefined;
  const spread = isInColumns ? 0 : spreadOf(state);
  const oneSense = isInColumns ? null : sense;
  const isNarrowed = chips.length > 0;
  return (
    <section className="stack" aria-label="Filters">
      <div className="filter-line row gap-1">
        <p className="muted figures grow" role="status">
          {isNarrowed
            ? `${formatCount(first.passed)} of ${formatCount(first.total)} terms pass`
            : listed.length > 0 || isInColumns
              ? `${formatCount(first.total)} ${listed.length > 0 ? "English " : ""}terms share a cell`
              : `${formatCount(rows.length)} of ${formatCount(first.total)} terms${sense ? " of this sense" : ""}`}
        </p>
        <BoxTrigger>
          <Button size="small">
            <ListFilter size={13} aria-hidden="true" /> Filter
          </Button>
          <FloatBox
            label="Filter the terms"
            className="filter-form stack gap-3"
            placement="bottom end"
            isWide
          >
            <FilterForm />
          </FloatBox>
        </BoxTrigger>
        {!isInColumns && <ColumnMenu name="similar" columns={COLUMNS} />}
      </div>
      {(isNarrowed || oneSense || spread > 0) && (
        <div className="row gap-1 wrap">
          {oneSense && (
            <Chip
              {...senseLooks(first.contexts)(oneSense.id)}
              removeLabel="Show every sense"
              onRemove={() =>
                similar.edit("Show every sense", (before) => ({ ...before, sense: null }))
              }
            >
              {oneSense.label}
            </Chip>
          )}
          {spread > 0 && (
            <Chip removeLabel="Order by nearness alone" onRemove={() => changeSpread(0)}>
              {SPREADS[spread]}
            </Chip>
          )}
          {chips.map(({ id, label, before, lifted }) => (
            <Chip
              key={id}
              removeLabel={`Remove the filter ${label}`}
              onRemove={() => changeFilters(`Remove the filter ${label}`, lifted)}
            >
              {label}
              {before !== null && (
                <span className="muted figures">
                  {` ${formatCount(before)} → ${formatCount(first.passed)}`}
                </span>
              )}
            </Chip>
          ))}
        </div>
      )}
      {first.passed === 0 && <NothingPasses total={first.total} chips={chips} />}
    </section>
  );
}

interface NothingPassesProps {
  readonly total: number;
  readonly chips: ReturnType<typeof chipsOf>;
}

/** Names the filter whose removal brings the most back. */
function NothingPasses({ total, chips }: NothingPassesProps) {
  const best = chips.reduce<(typeof chips)[number] | null>(
    (most, chip) => ((chip.before ?? 0) > (most?.before ?? 0) ? chip : most),
    null,
  );
  return (
    <div className="stack at-start note caution">
      <p>0 of {formatCount(total)} terms pass.</p>
      {best ? (
        <Button
          size="small"
          onPress={() => changeFilters(`Remove the filter ${best.label}`, best.lifted)}
        >
          Remove “{best.label}” (would give {formatCount(best.before ?? 0)})
        </Button>
      ) : (
        <Button size="small" onPress={() => changeFilters("Remove all filters", NO_FILTERS)}>
          Remove all filters
        </Button>
      )}
    </div>
  );
}

const KINDS: Readonly<Record<PosChoice, string>> = {
  "": "Any",
  NOUN: "Nouns",
  VERB: "Verbs",
  ADJECTIVE: "Adjectives",
};

const LENGTHS: Readonly<Record<KindChoice, string>> = {
  "": "Any",
  single: "Single words",
  phrase: "Phrases",
};

/** Everything by which the list can be narrowed; each control acts at once. */
function FilterForm() {
  const { state, first, expression } = useSimilarTerms();
  const { filters } = state;
  const set = changeFilters;
  return (
    <>
      <Choice
        label="Kind"
        options={KINDS}
        value={filters.pos}
        onChange={(pos) => set(`Only ${KINDS[pos].toLowerCase()}`, { pos })}
      />
      <Choice
        label="Length"
        options={LENGTHS}
        value={filters.kind}
        onChange={(kind) => set(`Only ${LENGTHS[kind].toLowerCase()}`, { kind })}
      />
      <FrequencyRange filters={filters} frequencies={first?.frequencies ?? []} />
      <WordFields filters={filters} />
      <Spread />
      <Switch
        label="Hide forms of the query"
        isOn={filters.hidesForms}
        isDisabled={!expression || termsOf(expression).length === 0}
        onChange={(hidesForms) => set("Hide forms of the query", { hidesForms })}
      />
      <Switch
        label="Hide what is pinned"
        isOn={filters.hidesPinned}
        onChange={(hidesPinned) => set("Hide what is pinned", { hidesPinned })}
      />
      <Button
        size="small"
        tone="quiet"
        onPress={() => changeFilters("Remove all filters", NO_FILTERS)}
      >
        Remove all filters
      </Button>
    </>
  );
}

/** How much room the lesser senses get in the list. */
function Spread() {
  const { state, first } = useSimilarTerms();
  const spread = spreadOf(state);
  const senses = first?.contexts.length ?? 0;
  return (
    <label className="filter-field columns muted">
      <span>Order</span>
      <input
        type="range"
        aria-label="Spread over the senses"
        aria-valuetext={SPREADS[spread]}
        min={0}
        max={SPREADS.length - 1}
        value={spread}
        disabled={senses < 2}
        onChange={({ currentTarget: { value } }) => changeSpread(Number(value))}
      />
      <span className="muted">{senses < 2 ? "The query has one sense." : SPREADS[spread]}</span>
    </label>
  );
}

function WordFields({ filters }: { readonly filters: TermFilters }) {
  return (
    <>
      <label className="filter-field columns muted">
        <span>Begins with</span>
        <input
          type="text"
          dir="auto"
          value={filters.startsWith}
          onChange={({ currentTarget: { value } }) =>
            changeFilters(
              `Only terms that begin with ${value}`,
              { startsWith: value },
              "starts with",
            )
          }
        />
      </label>
      <label className="filter-field columns muted">
        <span>Without</span>
        <textarea
          rows={2}
          placeholder="one term per line"
          defaultValue={filters.exclude.join("\n")}
          onChange={({ currentTarget: { value } }) =>
            changeFilters("Leave out words", { exclude: linesOf(value) }, "exclude")
          }
        />
      </label>
    </>
  );
}

interface FrequencyRangeProps {
  readonly filters: TermFilters;
  readonly frequencies: readonly { readonly from: number; readonly count: number }[];
}

function FrequencyRange({ filters, frequencies }: FrequencyRangeProps) {
  if (frequencies.slice(1).every(({ count }) => count === 0))
    return <p className="muted">This retina does not know how frequent its terms are.</p>;
  const edges = [...frequencies.map(({ from }) => from), 1];
  const placeOf = (share: number) => edges.findIndex((edge) => edge >= share);
  const low = filters.minDf === null ? 0 : placeOf(filters.minDf);
  const high = filters.maxDf === null ? edges.length - 1 : placeOf(filters.maxDf);
  const shareAt = (edge: number) => formatShare(edges[edge] ?? 1);
  return (
    <div>
      <p className="muted">Share of texts</p>
      <Distribution
        label="Share of texts"
        counts={frequencies.map(({ count }) => count)}
        cut={[low, high] as const}
        ends={[shareAt(0), shareAt(edges.length - 1)]}
        said={([from, to]) => `${shareAt(from)} – ${shareAt(to)}`}
        textOf={(bin) => `${formatCount(frequencies[bin]?.count ?? 0)}, from ${shareAt(bin)}`}
        isRooted
        onChange={([from, to]) =>
          changeFilters(
            "Limit the frequency",
            {
              minDf: from === 0 ? null : (edges[from] ?? null),
              maxDf: to === edges.length - 1 ? null : (edges[to] ?? null),
            },
            "frequency",
          )
        }
      />
    </div>
  );
}
