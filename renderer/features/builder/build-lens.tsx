import { History, X } from "lucide-react";
import { type DragEvent, useEffect, useState } from "react";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { typingBoxOf } from "../../components/type-here.ts";
import { additionToWhole, addParts } from "../../model/builder/add-parts.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { useBuild } from "../../state/builder/build-ui.ts";
import { clearExpression, commitEdit } from "../../state/builder/edit-subject.ts";
import { undoableToast } from "../../state/edits.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { useSubjectOnMap } from "../../state/subject-on-map.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";
import { BuildExamples } from "./build-examples.tsx";
import { AddBar } from "./editors/add-bar.tsx";
import { ForeignPositions } from "./foreign-positions.tsx";
import { HistoryList } from "./history/history-list.tsx";
import { useRecordHistory } from "./history/use-record-history.ts";
import { JsonEditor } from "./json/json-editor.tsx";
import { ExpressionLine } from "./line/expression-line.tsx";
import { MissingList } from "./missing.tsx";
import { NearestLine } from "./nearest-line.tsx";
import { PartInfluence } from "./part-influence.tsx";
import { ResultStrip } from "./result-strip.tsx";
import { ExpressionTree } from "./tree/expression-tree.tsx";
import { carriedBy, isWanted } from "./tree/use-line-drag.ts";
import "./build.css";

/** What goes in: one expression, as a tree, as a line and as JSON, always the same. */
export function BuildLens() {
  usePublish({ map: useSubjectOnMap() });
  useRecordHistory();
  const [showsHistory, setShowsHistory] = useState(false);
  const { tree } = useSubjectTree();
  const { result, missing } = useEvaluatedSubject();
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
      group: "Build",
      keys: "h",
      run: () => setShowsHistory(!showsHistory),
    },
    {
      id: "build.clear",
      title: "Clear the expression",
      group: "Build",
      disabledBecause: tree ? null : "Nothing is built yet",
      run: clearWithUndo,
    },
  ]);
  return (
    <div className="lens build" {...drop}>
      <header className="build-head">
        <h2>Build</h2>
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
      {tree ? (
        <>
          <div className="tree-frame">
            <ExpressionTree />
            <PartInfluence />
            <Refusal />
          </div>
          <MissingList missing={missing} />
          <ForeignPositions />
          {result.isError && (
            <Failure
              error={result.error}
              doing="Evaluating"
              onRetry={() => void result.refetch()}
            />
          )}
          {result.isFetching && <Loading label="Evaluating" />}
          <ResultStrip />
        </>
      ) : (
        <BuildExamples />
      )}
      <ExpressionLine />
      <JsonEditor />
      {tree && <NearestLine />}
    </div>
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
