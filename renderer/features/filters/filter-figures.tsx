import { ResultLine } from "../../components/controls/result-line.tsx";
import type { Report } from "../../model/filters/prepare-examples.ts";
import { formatScore } from "../../model/format.ts";
import { runAction } from "../../state/actions.ts";
import { useFilterDesk } from "../../state/filters/filter-state.ts";
import { expectedAt, lacksOthers } from "./model/prediction-words.ts";

interface FilterFiguresProps {
  readonly report: Report;
  readonly threshold: number;
}

/** The figures in one line, where the examples hide them; a press shows them in full. */
export function FilterFigures({ report, threshold }: FilterFiguresProps) {
  const at = expectedAt(report, threshold);
  const isKnown = !lacksOthers(report) || report.predicted?.background.from === "given";
  return (
    <ResultLine
      onPress={() => {
        useFilterDesk.setState({ tab: "one", pair: null });
        runAction("results.show");
      }}
    >
      {at && isKnown && `F1 ${at.low.toFixed(2)} to ${at.high.toFixed(2)} · `}
      belongs from {formatScore(threshold)}
    </ResultLine>
  );
}
