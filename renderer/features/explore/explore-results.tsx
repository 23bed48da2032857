import { Choice } from "../../components/controls/choice.tsx";
import { Answer, Loading } from "../../components/controls/states.tsx";
import { Senses } from "./senses.tsx";
import { chooseGrouped } from "./similar-state.ts";
import { FilterBar } from "./terms/filter-bar.tsx";
import { TermList } from "./terms/term-list.tsx";
import { useSimilarTerms } from "./terms/use-similar-terms.ts";
import "./terms/similar.css";

const ORDERS = { flat: "List", grouped: "By sense" } as const;

/** What the expression means: its senses, then the terms nearest to it; opening one walks there. */
export function ExploreResults() {
  const { expression, result, first, state, positions, isStale } = useSimilarTerms();
  return (
    <div className="results similar-results" data-stale={isStale || undefined}>
      {first && <Senses contexts={first.contexts} />}
      <header className="similar-head row apart">
        <h2>Similar terms</h2>
        <Choice
          label="Order"
          isBare
          options={ORDERS}
          value={state.isGrouped ? "grouped" : "flat"}
          onChange={(chosen) => chooseGrouped(chosen === "grouped")}
        />
      </header>
      <Answer query={result} doing="Finding similar terms" />
      {expression && first && <FilterBar />}
      {isStale && positions.length > 0 && <p className="muted">From previous input</p>}
      <div className="similar-loading">
        {result.isFetching && <Loading label="Finding similar terms" />}
      </div>
      <TermList />
    </div>
  );
}
