import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { hueOf, letterOf } from "../../components/fingerprint-grid/layers.ts";
import { formatCount } from "../../components/format.ts";
import { SimilarTable } from "../../components/terms/similar-table.tsx";
import { explore, subject } from "../../state/subject.ts";
import { useExploredSubject } from "../../state/use-subject.ts";
import { useTermHover } from "../../state/use-term-hover.ts";

/** Terms by falling overlap; opening one walks there. */
export function SimilarResults() {
  const { expression } = subject.use();
  const { explored, data } = useExploredSubject(100);
  const hover = useTermHover();
  return (
    <div className="results">
      <h2>Terms</h2>
      {explored.isError && (
        <Failure
          error={explored.error}
          doing="Finding similar terms"
          onRetry={() => void explored.refetch()}
        />
      )}
      {explored.isFetching && <Loading label="Finding similar terms" />}
      {data ? (
        <>
          <p className="muted figures">
            {formatCount(data.rows.length)} of {formatCount(data.total)} terms that share a cell
          </p>
          <SimilarTable
            label="Similar terms"
            isNarrow
            rows={data.rows}
            senseOf={(id) => ({ colour: hueOf(id), letter: letterOf(id) })}
            onOpen={(term) => explore({ term })}
            onHover={hover}
          />
        </>
      ) : (
        <Empty>
          {expression ? "No cell is set, so no term is near." : "Results will stand here."}
        </Empty>
      )}
    </div>
  );
}
