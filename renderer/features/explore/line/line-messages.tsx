import type { Expression } from "../../../../core/expression/ast.ts";
import { isOperation } from "../../../../core/expression/ast.ts";
import { type Draft, draftOf } from "../../../../core/expression/draft.ts";
import { applyFix } from "../../../../core/expression/problems.ts";
import { Button } from "../../../components/controls/button.tsx";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { echoOf, type LineReading } from "../model/line-reading.ts";

interface LineMessagesProps {
  readonly text: string;
  readonly reading: LineReading;
  readonly tree: Expression | undefined;
  readonly isInStep: boolean;
  /** What is known of the lists of cells in a tree that was read. */
  readonly notesFor: (tree: Draft) => NodeNotes;
  readonly onWrite: (line: string) => void;
}

const MOST_SHOWN = 3;

/** Under the line: its mistakes with repairs, or how it is understood. */
export function LineMessages(props: LineMessagesProps) {
  const { reading, tree, isInStep, notesFor } = props;
  const { state, parsed } = reading;
  if (state === "problems") return <Problems {...props} />;
  if (state === "unknown" && !isInStep)
    return (
      <p className="line-echo muted fine breaks">
        A word is not in the retina. Press Enter to use it anyway.
      </p>
    );
  if (state === "empty" && tree)
    return (
      <p className="line-echo muted fine breaks">
        Press Enter on the empty line to clear the expression.
      </p>
    );
  const expression = parsed.expression && draftOf(parsed.expression);
  if (!expression || !isOperation(expression)) return <p className="line-echo fine breaks"> </p>;
  return (
    <p className="line-echo muted fine breaks" dir="auto">
      Understood as {echoOf(expression, notesFor(expression))}
    </p>
  );
}

/** The first mistakes, each with its repairs. */
function Problems({ text, reading, tree, onWrite }: LineMessagesProps) {
  const { problems } = reading.parsed;
  return (
    <div className="stack gap-1" role="status">
      {problems.slice(0, MOST_SHOWN).map(({ message, column, fixes, span }) => (
        <div key={`${span.start} ${message}`} className="stack gap-1">
          <p>
            {message} <span className="muted nowrap">Column {column}</span>
          </p>
          <div className="row gap-1 wrap">
            {fixes.map((fix) => (
              <Button key={fix.label} size="small" onPress={() => onWrite(applyFix(text, fix))}>
                {fix.label}
              </Button>
            ))}
          </div>
        </div>
      ))}
      {problems.length > MOST_SHOWN && (
        <p className="muted">and {problems.length - MOST_SHOWN} more</p>
      )}
      {tree && <p className="muted">The tree and the map keep the last line that could be read.</p>}
    </div>
  );
}
