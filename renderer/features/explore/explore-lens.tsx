import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, CircleHelp, X } from "lucide-react";
import { type DragEvent, useEffect, useMemo, useState } from "react";
import { isOperation } from "../../../core/expression/ast.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { printLeaf, printLine } from "../../../core/expression/print-line.ts";
import { nodeAt, pathOf } from "../../../core/expression/walk.ts";
import { exploreQuery } from "../../api/subject-queries.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Answer, Empty } from "../../components/controls/states.tsx";
import { copyText } from "../../components/files/download.ts";
import { typingBoxOf } from "../../components/type-here.ts";
import { formatCount, plural } from "../../model/format.ts";
import { labelOfTree } from "../../model/subject.ts";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { undoableToast } from "../../state/edits.ts";
import { useNavigation } from "../../state/navigation.ts";
import { exploreTerm } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { useAtlas, useRetina } from "../../state/retina.ts";
import { useSettings } from "../../state/settings.ts";
import { toast } from "../../state/toasts.ts";
import {
  useEvaluatedSubject,
  useExploredSubject,
  useSubjectTree,
} from "../../state/use-subject.ts";
import { useBuild } from "./build-ui.ts";
import { addToSubject, clearExpression, refuse, writeLine } from "./edit-subject.ts";
import { ExpressionLine } from "./line/expression-line.tsx";
import { ForeignPositions, MissingList, TextsThatAreTerms } from "./missing.tsx";
import { type Influence, influenceOf } from "./model/influence.ts";
import { Outline } from "./outline/outline.tsx";
import { carriedBy, isWanted } from "./outline/use-row-drag.ts";
import { ResultStrip } from "./result-strip.tsx";
import { useSubjectOnMap } from "./subject-on-map.ts";
import { TermFacts } from "./terms/about-term.tsx";
import { useTrace } from "./use-trace.ts";
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

interface Example {
  readonly title: string;
  readonly note: string;
  readonly line: string;
}

const WORDS: readonly Example[] = [
  {
    title: "jaguar without car",
    note: "An ambiguous word minus one of its senses",
    line: "jaguar - car",
  },
  {
    title: "What two texts share",
    note: "A concert review and a note on a choir",
    line: 'text:"The orchestra played the symphony with a warm sound." & text:"Our choir sings songs for piano and voices."',
  },
];

const FIRST_WORDS = ["jaguar", "bank", "music", "java"];
const MOST_RECENT = 8;

/** What a newcomer can do at once. */
function Examples() {
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const atlas = useAtlas();
  const region = atlas?.regions.find(({ level }) => level === 1)?.name;
  return (
    <Empty title="A word is a set of cells on the map. Type one, or try:">
      <div className="row gap-1 wrap">
        {(recent.length > 0 ? recent.slice(0, MOST_RECENT) : FIRST_WORDS).map((term) => (
          <Chip key={term} onPress={() => exploreTerm(term)}>
            {term}
          </Chip>
        ))}
      </div>
      <ul className="build-examples stack gap-1">
        {WORDS.map((example) => (
          <ExampleItem key={example.title} example={example} />
        ))}
        {/* Its place is kept until the map has come: nothing below may move under the pointer. */}
        {(region || !atlas) && (
          <ExampleItem
            isWaiting={region === undefined}
            example={{
              title: `The region ${region ?? "…"}`,
              note: "A part of the map alone",
              line: printLeaf({ kind: "region", name: region ?? "…" }),
            }}
          />
        )}
        <li>
          <button
            className="stack gap-0 pick"
            type="button"
            onClick={() => runAction("collection.open-sample")}
          >
            <strong>230 years of speeches</strong>
            <span className="muted">A sample collection on the map</span>
          </button>
        </li>
      </ul>
      <p className="muted">
        The map has 16,384 cells; neighbours have related meanings. The cells of a word, sentence or
        expression form its fingerprint. Similar meanings share more cells.
      </p>
      <p className="muted">
        Type three letters and * or ? to list matching words, such as moto*. Alt+← goes back.
      </p>
    </Empty>
  );
}

interface ExampleItemProps {
  readonly example: Example;
  readonly isWaiting?: boolean;
}

function ExampleItem({ example, isWaiting = false }: ExampleItemProps) {
  const { title, note, line } = example;
  return (
    <li>
      <button
        className="stack gap-0 pick"
        type="button"
        disabled={isWaiting}
        onClick={() => writeLine(line, parseLine(line).expression)}
      >
        <strong>{title}</strong>
        <span className="muted">{note}</span>
      </button>
    </li>
  );
}

const COMPARED = 20;
const NAMED = 4;

/** What the selected part does to the result: cells and terms that come and go when it is left out. */
function PartInfluence() {
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
