import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type DragEvent, useEffect } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { typingBoxOf } from "../../components/type-here.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { undoableToast } from "../../state/edits.ts";
import { useNavigation } from "../../state/navigation.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";
import { useBuild } from "./build-ui.ts";
import { clearExpression, commitEdit, currentTree } from "./edit-subject.ts";
import { PartInput } from "./editors/part-input.tsx";
import { Examples } from "./examples.tsx";
import { ExpressionLine } from "./line/expression-line.tsx";
import { ForeignPositions, MissingList, NearestLine, TextsThatAreTerms } from "./missing.tsx";
import { additionToWhole, addParts, withoutRepeats } from "./model/add-parts.ts";
import { OPERATOR_WORDS, shortName } from "./model/short-name.ts";
import { PartInfluence } from "./part-influence.tsx";
import { ResultStrip } from "./result-strip.tsx";
import { useSubjectOnMap } from "./subject-on-map.ts";
import { TermFacts } from "./terms/about-term.tsx";
import { ExpressionTree } from "./tree/expression-tree.tsx";
import { OperatorPicker } from "./tree/operator-choice.tsx";
import { carriedBy, isWanted } from "./tree/use-line-drag.ts";
import "./explore.css";

/** What is looked at: one expression, typed in one box, as a tree and as a line. */
export function ExploreLens() {
  usePublish({ map: useSubjectOnMap() });
  const { tree } = useSubjectTree();
  const drop = useDropOnWhole();
  const isEmpty = tree === undefined;
  useEffect(() => {
    if (!isEmpty || document.activeElement !== document.body) return;
    const lens = document.querySelector<HTMLElement>('[data-panel="lens"]');
    (lens && typingBoxOf(lens))?.focus();
  }, [isEmpty]);
  useRegisterActions([
    {
      id: "build.clear",
      title: "Clear the expression",
      group: "Explore",
      disabledBecause: tree ? null : "Nothing is looked at yet",
      run: clearWithUndo,
    },
  ]);
  return (
    <div className="lens build" {...drop}>
      <header className="row gap-1">
        <h2 className="grow">Explore</h2>
        {tree && (
          <IconButton icon={X} label="Clear the expression" isSmall onPress={clearWithUndo} />
        )}
        <BackAndForward />
      </header>
      <AddBar />
      {tree ? <Expression /> : <Examples />}
      <ExpressionLine />
      {tree && <NearestLine />}
    </div>
  );
}

/** The tree, what stands in the way of a result, and what came out. */
function Expression() {
  const { result, missing, expression } = useEvaluatedSubject();
  return (
    <>
      <div className="tree-frame stack">
        <ExpressionTree />
        <PartInfluence />
        <Refusal />
      </div>
      <MissingList missing={missing} />
      <TextsThatAreTerms />
      <ForeignPositions />
      {result.isError && (
        <Failure error={result.error} doing="Evaluating" onRetry={() => void result.refetch()} />
      )}
      {result.isFetching && <Loading label="Evaluating" />}
      {expression !== null && "term" in expression && (
        <TermFacts term={expression.term} language={expression.language} isShown />
      )}
      <ResultStrip />
    </>
  );
}

function clearWithUndo(): void {
  clearExpression();
  undoableToast("Cleared the expression");
}

/** Why the last thing tried was not done. */
function Refusal() {
  const refusal = useBuild((state) => state.refusal);
  return refusal ? (
    <p className="tree-refusal" role="status">
      {refusal}
    </p>
  ) : null;
}

/** A fingerprint dropped beside the tree joins the whole. */
function useDropOnWhole() {
  const { tree } = useSubjectTree();
  const retina = useRetina();
  return {
    onDragOver(event: DragEvent) {
      if (isWanted(event.dataTransfer)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      const carried = carriedBy(event.dataTransfer, retina);
      if (carried === null) return;
      event.preventDefault();
      if (typeof carried === "string") useBuild.setState({ refusal: carried });
      else if ("node" in carried) {
        const { operator } = useBuild.getState();
        const note = "label" in carried ? { note: { label: String(carried.label) } } : {};
        commitEdit(addParts(tree, [carried.node], additionToWhole(tree, operator)), {
          retina: retina?.name,
          keepsFocus: true,
          ...note,
        });
      }
    },
  };
}

/** The one box: what is typed joins what there is, or takes its place as a step of the walk. */
function AddBar() {
  const { tree } = useSubjectTree();
  const operator = useBuild((state) => state.operator);
  const retina = useRetina()?.name;
  return (
    <section className="stack gap-1" aria-label="Add a part" data-type-here>
      <PartInput
        label={tree ? `Add a part with ${OPERATOR_WORDS[operator].word}` : "First word or text"}
        {...(tree ? {} : { placeholder: "Word or text, e.g. jaguar - car" })}
        autoFocus={tree === undefined}
        onParts={(parts, name) => {
          // What was typed may be read only after an edit.
          const now = currentTree();
          const added = withoutRepeats(now, parts, operator);
          const result =
            added.length === 0 && parts[0]
              ? {
                  refused: `“${shortName(parts[0])}” is already in it; adding it again changes nothing.`,
                }
              : addParts(now, added, additionToWhole(now, operator));
          commitEdit(result, {
            retina,
            keepsFocus: true,
            ...(name ? { note: { label: name } } : {}),
          });
        }}
        onWhole={(whole) => openWith("explore", [printJson(whole) as ExpressionJson])}
      />
      {tree && <OperatorPicker />}
    </section>
  );
}

/** The places that were looked at before and after this one. */
function BackAndForward() {
  const { back, forward } = useNavigation();
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        isSmall
        label="Back"
        keys="Alt+ArrowLeft"
        isDisabled={back.length === 0}
        onPress={() => runAction("go.back")}
      />
      <IconButton
        icon={ChevronRight}
        isSmall
        label="Forward"
        keys="Alt+ArrowRight"
        isDisabled={forward.length === 0}
        onPress={() => runAction("go.forward")}
      />
    </>
  );
}
