import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { Expression } from "../../../core/expression/ast.ts";
import { nodeAt } from "../../../core/expression/walk.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { formatCount, formatShare, plural } from "../../model/format.ts";
import { undoStep } from "../../state/edits.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";
import { commitEdit, currentTree } from "./edit-subject.ts";
import { changeOperator, type EditResult, replace, thin } from "./model/edit.ts";
import { emptiedBy, loosened } from "./model/emptied-by.ts";
import { OPERATOR_WORDS } from "./model/short-name.ts";
import { useTrace } from "./use-trace.ts";

/** A term sets about this share of the map; lists of denser fingerprints look alike. */
const TERM_DENSITY = 0.02;

/** Above the usual density by so much that it is worth a word. */
const DENSE = 0.0205;

/** To which share of the map the result is thinned, and what is to be known of it. How large it is stands over the map. */
export function ResultStrip() {
  const { data, isBlocked } = useEvaluatedSubject();
  const { tree } = useSubjectTree();
  if (!tree) return null;
  const size = data?.positions.length;
  const before = data?.before ?? 0;
  const isThinned = data !== undefined && before > data.positions.length;
  return (
    <section className="result-strip stack rule" aria-label="Result">
      {size === undefined && (
        <p className="result-size">
          {isBlocked ? "Not evaluated: a part has no fingerprint" : "\u00a0"}
        </p>
      )}
      <Thinning />
      {isThinned && (
        <p className="muted figures">
          {formatCount(before)} → {formatCount(size ?? 0)} cells. Outlines on the map show dropped
          cells. Cells with the most set neighbours are kept.
        </p>
      )}
      {size !== undefined && !isThinned && size / CELLS > DENSE && (
        <div className="result-warning columns note caution">
          <TriangleAlert size={14} aria-hidden="true" />
          <p>Denser than a term ({formatShare(TERM_DENSITY)}): similar terms become vague</p>
          <ThinButton />
        </div>
      )}
      {size === 0 && <EmptyResult />}
    </section>
  );
}

function ThinButton() {
  const press = () => {
    const tree = currentTree();
    if (tree) commitEdit(thin(tree, TERM_DENSITY), { keepsFocus: true });
  };
  return (
    <Button size="small" onPress={press}>
      Thin to {formatShare(TERM_DENSITY)}
    </Button>
  );
}

const CHOICES = { off: "All", "0.02": "2%", "0.06": "6%", own: "Other" } as const;

type ThinningChoice = keyof typeof CHOICES;

function Thinning() {
  const { tree } = useSubjectTree();
  const share = tree?.sparsity;
  const [isOwn, setOwn] = useState(false);
  const preset = share === undefined ? "off" : String(share) in CHOICES ? String(share) : "own";
  useEffect(() => {
    if (share === undefined) setOwn(false);
  }, [share]);
  const value = (isOwn ? "own" : preset) as ThinningChoice;
  const set = (next: number | undefined) => {
    if (tree) commitEdit(thin(tree, next), { keepsFocus: true });
  };
  return (
    <div className="build-thinning stack gap-1">
      <Choice
        label="Limit size to"
        options={CHOICES}
        value={value}
        onChange={(choice) => {
          setOwn(choice === "own");
          set(
            choice === "own"
              ? (share ?? TERM_DENSITY)
              : choice === "off"
                ? undefined
                : Number(choice),
          );
        }}
      />
      {value === "own" && <OwnShare share={share} onShare={set} />}
    </div>
  );
}

interface OwnShareProps {
  readonly share: number | undefined;
  readonly onShare: (share: number) => void;
}

/** A share of the map in percent; anything else is marked and changes nothing. */
function OwnShare({ share, onShare }: OwnShareProps) {
  const [text, setText] = useState(() => String(percentOf(share ?? TERM_DENSITY)));
  useEffect(() => {
    if (share !== undefined)
      setText((before) => (Number(before) / 100 === share ? before : String(percentOf(share))));
  }, [share]);
  const percent = Number(text.replace(",", "."));
  const isGood = text.trim() !== "" && percent > 0 && percent <= 100;
  return (
    <label className="own-share row">
      <input
        className="build-box across"
        inputMode="decimal"
        aria-label="Share of the map to keep, in percent"
        aria-invalid={!isGood}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          const next = Number(target.value.replace(",", "."));
          if (target.value.trim() !== "" && next > 0 && next <= 100) onShare(next / 100);
        }}
      />
      <span className={isGood ? "muted" : "problem"}>
        {isGood ? "% of the map" : "Above 0 and at most 100"}
      </span>
    </label>
  );
}

const percentOf = (share: number): number => Number((share * 100).toPrecision(6));

/** No cell is left: which step emptied it, and ways out. */
function EmptyResult() {
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
        {tree && step && <WaysOut step={step} />}
      </div>
    </div>
  );
}

/** Milder steps instead of the one that left nothing. */
function WaysOut({ step }: { readonly step: NonNullable<ReturnType<typeof emptiedBy>> }) {
  const trace = useTrace();
  const { node, path } = step;
  if (node.kind === "or") return null;
  const milder = loosened(step, trace);
  const edit = (make: (tree: Expression) => EditResult, label?: string) => () => {
    const tree = currentTree();
    if (tree && nodeAt(tree, path)) commitEdit(make(tree), label === undefined ? {} : { label });
  };
  return (
    <>
      {milder && (
        <Button
          size="small"
          onPress={edit(
            (tree) => replace(tree, path, milder.node),
            `Loosen “and” to at least ${milder.least} of ${node.operands.length}`,
          )}
        >
          Loosen to at least {milder.least} of {node.operands.length}:{" "}
          {plural(milder.cells, "cell")}
        </Button>
      )}
      <Button size="small" onPress={edit((tree) => changeOperator(tree, path, "or"))}>
        Use “{OPERATOR_WORDS.or.word}” there: cells in any
      </Button>
    </>
  );
}
