import { History, X } from "lucide-react";
import { type DragEvent, useEffect, useState } from "react";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { typingBoxOf } from "../../components/type-here.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { undoableToast } from "../../state/edits.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { subject } from "../../state/subject.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";
import { useBuild } from "./build-ui.ts";
import { clearExpression, commitEdit } from "./edit-subject.ts";
import { AddBar } from "./editors/add-bar.tsx";
import { Examples } from "./examples.tsx";
import { ForeignPositions } from "./foreign-positions.tsx";
import { HistoryList } from "./history/history-list.tsx";
import { useRecordHistory } from "./history/use-record-history.ts";
import { JsonCopy } from "./json-copy.tsx";
import { ExpressionLine } from "./line/expression-line.tsx";
import { MissingList } from "./missing.tsx";
import { additionToWhole, addParts } from "./model/add-parts.ts";
import { NearestLine } from "./nearest-line.tsx";
import { PartInfluence } from "./part-influence.tsx";
import { ResultStrip } from "./result-strip.tsx";
import { usePattern } from "./similar-state.ts";
import { useSubjectOnMap } from "./subject-on-map.ts";
import { followSubject } from "./terms/explorer-tabs.ts";
import { ExplorerTabs } from "./terms/explorer-tabs-bar.tsx";
import { PatternWords } from "./terms/pattern-words.tsx";
import { TermFacts } from "./terms/term-facts.tsx";
import { Trail } from "./terms/trail.tsx";
import { TextsThatAreTerms } from "./texts-as-terms.tsx";
import { ExpressionTree } from "./tree/expression-tree.tsx";
import { carriedBy, isWanted } from "./tree/use-line-drag.ts";
import "./explore.css";

/** What is looked at: one expression, typed in one box, as a tree and as a line, and the walk that led to it. */
export function ExploreLens() {
  usePublish({ map: useSubjectOnMap() });
  useRecordHistory();
  useFollowingTab();
  const [showsHistory, setShowsHistory] = useState(false);
  const { tree } = useSubjectTree();
  const { pattern } = usePattern();
  const drop = useDropOnWhole();
  const isEmpty = tree === undefined;
  useEffect(() => {
    if (!isEmpty || document.activeElement !== document.body) return;
    const lens = document.querySelector<HTMLElement>('[data-panel="lens"]');
    (lens && typingBoxOf(lens))?.focus();
  }, [isEmpty]);
  useRegisterActions([
    {
      id: "build.history",
      title: showsHistory ? "Hide the history" : "Show the history",
      group: "Explore",
      keys: "h",
      run: () => setShowsHistory(!showsHistory),
    },
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
        <IconButton
          icon={History}
          isSmall
          label="History of evaluated expressions"
          keys="h"
          isOn={showsHistory}
          onPress={() => setShowsHistory(!showsHistory)}
        />
      </header>
      {showsHistory && <HistoryList />}
      <AddBar />
      <ExplorerTabs />
      <Trail />
      {pattern !== null && <PatternWords key={pattern} pattern={pattern} />}
      {tree ? <Expression /> : <Examples />}
      <ExpressionLine />
      <JsonCopy />
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
      {expression !== null && "term" in expression && <TermFacts term={expression.term} isShown />}
      <ResultStrip />
    </>
  );
}

/** The walk that is in front goes where the expression goes. */
function useFollowingTab(): void {
  const now = subject.use();
  useEffect(() => {
    if (now.expression) followSubject(now);
  }, [now]);
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
