import type { Draft, DraftOperation } from "../../../core/expression/draft.ts";
import { Button } from "../../components/controls/button.tsx";
import { plural } from "../../model/format.ts";
import { undoStep } from "../../state/edits.ts";
import { useRetina } from "../../state/retina.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { commitEdit } from "./edit-subject.ts";
import { changeOperator, replace } from "./model/edit.ts";
import { emptiedBy } from "./model/emptied-by.ts";
import { loosened } from "./model/loosened.ts";
import { OPERATOR_WORDS } from "./model/operators.ts";
import { useTrace } from "./use-trace.ts";

/** No cell is left: which step emptied it, and ways out. */
export function EmptyResult() {
  const { tree } = useSubjectTree();
  const trace = useTrace();
  const step = tree && emptiedBy(tree, trace);
  return (
    <div className="stack note" role="status">
      <p className="empty-title">No cells left</p>
      <p>{step?.sentence ?? "Nothing in the expression sets a cell."}</p>
      <div className="row gap-1 wrap">
        <Button size="small" onPress={undoStep}>
          Undo the last step
        </Button>
        {tree && step && <WaysOut tree={tree} node={step.node} />}
      </div>
    </div>
  );
}

interface WaysOutProps {
  readonly tree: Draft;
  /** The step that took the last cells away. */
  readonly node: DraftOperation;
}

/** Milder steps in the place of the one that left nothing. */
function WaysOut({ tree, node }: WaysOutProps) {
  const trace = useTrace();
  const { notes } = useSubjectTree();
  const retina = useRetina()?.name;
  if (node.kind === "or") return null;
  const milder = loosened(tree, node, { positionsAt: trace, notes });
  return (
    <>
      {milder && (
        <Button
          size="small"
          onPress={() =>
            commitEdit(replace(tree, node.id, milder.node), {
              retina,
              notesOn: () => milder.notes,
              label: `Loosen “and” to at least ${milder.least} of ${node.operands.length}`,
            })
          }
        >
          Loosen to at least {milder.least} of {node.operands.length}:{" "}
          {plural(milder.cells, "cell")}
        </Button>
      )}
      <Button
        size="small"
        onPress={() => commitEdit(changeOperator(tree, node.id, "or"), { retina })}
      >
        Use “{OPERATOR_WORDS.or.word}” there: cells in any
      </Button>
    </>
  );
}
