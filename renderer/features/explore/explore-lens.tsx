import { ChevronLeft, ChevronRight, CircleHelp, X } from "lucide-react";
import { type DragEvent, useEffect, useState } from "react";
import { printLine } from "../../../core/expression/print-line.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { Answer } from "../../components/controls/states.tsx";
import { copyText } from "../../components/files/download.ts";
import { typingBoxOf } from "../../components/type-here.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { undoableToast } from "../../state/edits.ts";
import { useNavigation } from "../../state/navigation.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";
import { useBuild } from "./build-ui.ts";
import { addToSubject, clearExpression, refuse } from "./edit-subject.ts";
import { Examples } from "./examples.tsx";
import { ExpressionLine } from "./line/expression-line.tsx";
import { ForeignPositions, MissingList, TextsThatAreTerms } from "./missing.tsx";
import { Outline } from "./outline/outline.tsx";
import { carriedBy, isWanted } from "./outline/use-row-drag.ts";
import { PartInfluence } from "./part-influence.tsx";
import { ResultStrip } from "./result-strip.tsx";
import { useSubjectOnMap } from "./subject-on-map.ts";
import { TermFacts } from "./terms/about-term.tsx";
import "./explore.css";

/** The expression: its line, and below it the outline of its parts. */
export function ExploreLens() {
  usePublish({ map: useSubjectOnMap() });
  const { tree, subject } = useSubjectTree();
  const [showsHelp, setShowsHelp] = useState(false);
  const drop = useDropOnWhole();
  const isEmpty = subject.line.trim() === "";
  useEffect(() => {
    if (!isEmpty || document.activeElement !== document.body) return;
    const lens = document.querySelector<HTMLElement>('[data-panel="lens"]');
    (lens && typingBoxOf(lens))?.focus();
  }, [isEmpty]);
  const nothing = isEmpty ? "The expression is empty" : null;
  useRegisterActions([
    {
      id: "build.clear",
      title: "Clear the expression",
      group: "Explore",
      disabledBecause: nothing,
      run: clearWithUndo,
    },
    {
      id: "build.copy",
      title: "Copy the expression with every cell",
      group: "Explore",
      disabledBecause: tree ? null : (nothing ?? "The expression has an error"),
      run: async () => {
        const isDone = tree && (await copyText(printLine(tree, { inFull: true })));
        toast(isDone ? "Copied the expression" : "The system did not allow copying.");
      },
    },
  ]);
  return (
    <div className="lens build" {...drop}>
      <header className="row gap-1">
        <h2 className="grow">Explore</h2>
        {!isEmpty && (
          <IconButton icon={X} label="Clear the expression" isSmall onPress={clearWithUndo} />
        )}
        <IconButton
          icon={CircleHelp}
          isSmall
          label="How to write an expression"
          keys="F1"
          isOn={showsHelp}
          onPress={() => setShowsHelp(!showsHelp)}
        />
        <BackAndForward />
      </header>
      <ExpressionLine showsHelp={showsHelp} onHelp={setShowsHelp} />
      {tree && <Expression />}
      {isEmpty && <Examples />}
    </div>
  );
}

/** The outline, what stands in the way of a result, and what came out. */
function Expression() {
  const { result, missing, expression } = useEvaluatedSubject();
  return (
    <>
      <div className="outline-frame stack">
        <Outline />
        <PartInfluence />
        <Refusal />
      </div>
      <MissingList missing={missing} />
      <TextsThatAreTerms />
      <ForeignPositions />
      <Answer query={result} doing="Evaluating" waiting="Evaluating" />
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
    <p className="outline-refusal" role="status">
      {refusal}
    </p>
  ) : null;
}

/** A fingerprint dropped beside the outline joins the whole. */
function useDropOnWhole() {
  const retina = useRetina();
  return {
    onDragOver(event: DragEvent) {
      if (isWanted(event.dataTransfer)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      const carried = carriedBy(event.dataTransfer, retina);
      if (carried === null) return;
      event.preventDefault();
      if (typeof carried === "string") refuse(carried);
      else if ("node" in carried) addToSubject({ node: carried.node, operator: "or" });
    },
  };
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
