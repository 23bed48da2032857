import { History, X } from "lucide-react";
import { type DragEvent, useEffect, useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { typingBoxOf } from "../../components/type-here.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { undoableToast } from "../../state/edits.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { subject } from "../../state/subject.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";
import { useBuild } from "./build-ui.ts";
import { clearExpression, commitEdit, currentTree } from "./edit-subject.ts";
import { PartInput } from "./editors/part-input.tsx";
import { Examples } from "./examples.tsx";
import { HistoryList, useRecordHistory } from "./history-list.tsx";
import { JsonCopy } from "./json-copy.tsx";
import { ExpressionLine } from "./line/expression-line.tsx";
import { ForeignPositions, MissingList, NearestLine, TextsThatAreTerms } from "./missing.tsx";
import { additionToWhole, addParts, withoutRepeats } from "./model/add-parts.ts";
import { OPERATOR_WORDS, shortName } from "./model/short-name.ts";
import { PartInfluence } from "./part-influence.tsx";
import { ResultStrip } from "./result-strip.tsx";
import { takeSenseKey } from "./sense-keys.ts";
import { useSubjectOnMap } from "./subject-on-map.ts";
import { TermFacts } from "./terms/about-term.tsx";
import {
  closeTab,
  followSubject,
  labelOfTab,
  showTab,
  useExplorerTabs,
} from "./terms/explorer-tabs.ts";
import { Trail } from "./terms/trail.tsx";
import { ExpressionTree } from "./tree/expression-tree.tsx";
import { OperatorPicker } from "./tree/operator-choice.tsx";
import { carriedBy, isWanted } from "./tree/use-line-drag.ts";
import "./explore.css";

/** What is looked at: one expression, typed in one box, as a tree and as a line, and the walk that led to it. */
export function ExploreLens() {
  usePublish({ map: useSubjectOnMap() });
  useRecordHistory();
  useFollowingTab();
  const [showsHistory, setShowsHistory] = useState(false);
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
      {expression !== null && "term" in expression && (
        <TermFacts term={expression.term} language={expression.language} isShown />
      )}
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
        onKey={takeSenseKey}
      />
      {tree && <OperatorPicker />}
    </section>
  );
}

/** Appears with the second walk: a middle click on a result opens one. */
function ExplorerTabs() {
  const { tabs, active } = useExplorerTabs();
  if (tabs.length < 2) return null;
  return (
    <ul className="explorer-tabs row gap-half wrap" aria-label="Walks">
      {tabs.map((tab, index) => {
        const label = labelOfTab(tab);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two walks may stand at the same term
          <li className="row gap-0" key={index} data-active={index === active || undefined}>
            <button
              type="button"
              dir="auto"
              aria-current={index === active ? "true" : undefined}
              onClick={() => showTab(index)}
            >
              {label}
            </button>
            <IconButton
              icon={X}
              isSmall
              label={`Close the walk at ${label}`}
              onPress={() => closeTab(index)}
            />
          </li>
        );
      })}
    </ul>
  );
}
