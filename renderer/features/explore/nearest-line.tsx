import { ResultLine } from "../../components/controls/result-line.tsx";
import { plural } from "../../model/format.ts";
import { runAction } from "../../state/actions.ts";
import { useEvaluatedSubject, useExploredSubject } from "../../state/use-subject.ts";

/** Names that fit one line of a narrow panel. */
const SHOWN = 3;

/** The senses and the nearest terms in one line, where the table of them is behind a tab. */
export function NearestLine() {
  const { label } = useEvaluatedSubject();
  const { data } = useExploredSubject();
  if (!data || data.rows.length === 0) return null;
  const names = data.rows
    .map(({ term }) => term)
    .filter((term) => term !== label)
    .slice(0, SHOWN);
  const senses = data.contexts.length;
  return (
    <ResultLine onPress={() => runAction("results.show")}>
      {senses > 1 && `${plural(senses, "sense")} · `}
      near: {names.join(", ")}
    </ResultLine>
  );
}
