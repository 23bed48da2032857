import { Button } from "../../../components/controls/button.tsx";
import { Choice, Switch } from "../../../components/controls/choice.tsx";
import { RangeHistogram } from "../../../components/controls/range-histogram.tsx";
import { formatShare } from "../../../model/format.ts";
import { linesOf } from "../../../model/suggestions.ts";
import {
  type KindChoice,
  NO_FILTERS,
  type PosChoice,
  type TermFilters,
} from "../model/term-filters.ts";
import { changeFilters, changeSpread, SPREADS, spreadOf } from "../similar-state.ts";
import { termsOf, useSimilarTerms } from "./use-similar-terms.ts";

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
export function FilterForm() {
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
  return (
    <RangeHistogram
      label="Share of texts"
      counts={frequencies.map(({ count }) => count)}
      range={[low, high]}
      format={(place) => formatShare(edges[place] ?? 1)}
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
  );
}
