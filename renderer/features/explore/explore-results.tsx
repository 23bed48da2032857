import { Choice } from "../../components/controls/choice.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { usePublish } from "../../state/publish.ts";
import { Senses } from "./senses.tsx";
import { arrangementOf, chooseArrangement } from "./similar-state.ts";
import { FilterBar } from "./terms/filter-bar.tsx";
import { LanguageChoice, LanguageColumns, useListedLanguages } from "./terms/language-columns.tsx";
import { NeighbourColumns } from "./terms/neighbour-columns.tsx";
import { TermList } from "./terms/term-list.tsx";
import { useListAhead, useSimilarTerms } from "./terms/use-similar-terms.ts";
import "./terms/similar.css";

const ARRANGEMENTS = { flat: "List", grouped: "By sense", columns: "Columns" } as const;

const COLUMNS = { name: "similar.columns", title: "the columns", isUsual: true };
const TERMS = { name: "similar.terms", title: "the terms", isUsual: false };

/** What the expression means: its senses, then the terms nearest to it, in a list or in columns; opening one walks there. */
export function ExploreResults() {
  useListAhead();
  const { expression, result, first, state, positions, isStale } = useSimilarTerms();
  const arrangement = arrangementOf(state);
  const languages = useListedLanguages();
  const isInColumns = arrangement === "parts" || arrangement === "senses";
  usePublish({ table: !first ? null : isInColumns || languages.length > 1 ? COLUMNS : TERMS });
  return (
    <div className="results similar-results" data-stale={isStale || undefined}>
      {first && <Senses contexts={first.contexts} />}
      <header className="similar-head row apart">
        <h2>Similar terms</h2>
        {languages.length === 0 && (
          <Choice
            label="Order"
            isBare
            options={ARRANGEMENTS}
            value={isInColumns ? "columns" : arrangement}
            onChange={(chosen) => chooseArrangement(chosen === "columns" ? "parts" : chosen)}
          />
        )}
      </header>
      {first && <LanguageChoice />}
      {result.isError && (
        <Failure
          error={result.error}
          doing="Finding similar terms"
          onRetry={() => void result.refetch()}
        />
      )}
      {expression && first && <FilterBar />}
      {isStale && positions.length > 0 && <p className="muted">From previous input</p>}
      <div className="similar-loading">
        {result.isFetching && <Loading label="Finding similar terms" />}
      </div>
      {languages.length > 0 && first ? (
        <LanguageColumns languages={languages} />
      ) : isInColumns && first ? (
        <NeighbourColumns />
      ) : (
        <TermList />
      )}
    </div>
  );
}
