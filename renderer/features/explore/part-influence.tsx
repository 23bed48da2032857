import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isOperation } from "../../../core/expression/ast.ts";
import { nodeAt, pathOf } from "../../../core/expression/walk.ts";
import { exploreQuery } from "../../api/subject-queries.ts";
import { formatCount, plural } from "../../model/format.ts";
import { labelOfTree } from "../../model/subject.ts";
import { useRetina } from "../../state/retina.ts";
import {
  useEvaluatedSubject,
  useExploredSubject,
  useSubjectTree,
} from "../../state/use-subject.ts";
import { useBuild } from "./build-ui.ts";
import { type Influence, influenceOf } from "./model/influence.ts";
import { useTrace } from "./use-trace.ts";

const COMPARED = 20;
const NAMED = 4;

/** What the selected part does to the result: cells and terms that come and go when it is left out. */
export function PartInfluence() {
  const { tree } = useSubjectTree();
  const { data } = useEvaluatedSubject();
  const selected = useBuild((state) => state.selected);
  const trace = useTrace();
  const node = tree && nodeAt(tree, pathOf(selected));
  const influence = useMemo(
    () => (tree && data ? influenceOf(tree, pathOf(selected), trace) : null),
    [tree, data, trace, selected],
  );
  if (!tree || !isOperation(tree)) return null;
  if (!node || !influence)
    return (
      <p className="influence muted fine breaks">Select a part to see its effect on the result.</p>
    );
  const name = labelOfTree(node, 24);
  return (
    <p className="influence muted figures fine breaks" dir="auto">
      <strong>Without {name}:</strong> {changeOf(influence)}
      <TermsChanged influence={influence} />
    </p>
  );
}

function changeOf({ gained, lost }: Influence): string {
  if (gained === 0 && lost === 0) return "the same cells";
  return [
    lost > 0 ? `${plural(lost, "cell")} fewer` : "",
    gained > 0 ? `${lost > 0 ? formatCount(gained) : plural(gained, "cell")} more` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Of the nearest terms, those that would come and go. */
function TermsChanged({ influence }: { readonly influence: Influence }) {
  const retina = useRetina();
  const now = useExploredSubject().data?.rows;
  const positions = useMemo(() => [...influence.without], [influence]);
  const { data } = useQuery({
    ...exploreQuery(retina?.name ?? "", positions, { limit: COMPARED }),
    enabled: retina !== null && positions.length > 0,
    placeholderData: keepPreviousData,
  });
  if (!now || !data || positions.length === 0) return null;
  const before = now.slice(0, COMPARED).map(({ term }) => term);
  const after = data.rows.map(({ term }) => term);
  const come = after.filter((term) => !before.includes(term)).slice(0, NAMED);
  const go = before.filter((term) => !after.includes(term)).slice(0, NAMED);
  return (
    <>
      {come.length > 0 && ` · nearer then: ${come.join(", ")}`}
      {go.length > 0 && ` · farther: ${go.join(", ")}`}
    </>
  );
}
