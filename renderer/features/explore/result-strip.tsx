import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { densityOf } from "../../model/fingerprint.ts";
import { formatCount, formatShare } from "../../model/format.ts";
import { useRetina } from "../../state/retina.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";
import { commitEdit, currentTree } from "./edit-subject.ts";
import { EmptyResult } from "./empty-result.tsx";
import { setSparsity } from "./model/edit.ts";

/** A term sets about this share of the map; lists of denser fingerprints look alike. */
const TERM_DENSITY = 0.02;
/** Above the usual density by so much that it is worth a word. */
const DENSE = 0.0205;

/** To which share of the map the result is thinned, and what is to be known of it. How large it is stands over the map. */
export function ResultStrip() {
  const { data, isBlocked, sent } = useEvaluatedSubject();
  const { tree } = useSubjectTree();
  if (!tree) return null;
  const size = data?.positions.length;
  const before = data?.before ?? 0;
  const isThinned = data !== undefined && before > data.positions.length;
  return (
    <section className="result-strip stack rule" aria-label="Result">
      {size === undefined && <p className="result-size">{reasonFor(isBlocked, sent === null)}</p>}
      <Thinning />
      {isThinned && (
        <p className="muted figures">
          {formatCount(before)} → {formatCount(size ?? 0)} cells; outlines on the map show the ones
          dropped. Cells with the most set cells around them stay; of equals, the first.
        </p>
      )}
      {size !== undefined && !isThinned && densityOf({ length: size }) > DENSE && (
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

const reasonFor = (isBlocked: boolean, isAllMuted: boolean): string => {
  if (isBlocked) return "Not evaluated: a part has no fingerprint";
  return isAllMuted ? "Every part is muted" : "\u00a0";
};

function ThinButton() {
  const retina = useRetina()?.name;
  const thin = () => {
    const tree = currentTree();
    if (tree) commitEdit(setSparsity(tree, tree.id, TERM_DENSITY), { retina, keepsFocus: true });
  };
  return (
    <Button size="small" onPress={thin}>
      Thin to {formatShare(TERM_DENSITY)}
    </Button>
  );
}

const CHOICES = { off: "All", "0.02": "2%", "0.06": "6%", own: "Other" } as const;
type ThinningChoice = keyof typeof CHOICES;

function Thinning() {
  const { tree } = useSubjectTree();
  const retina = useRetina()?.name;
  const share = tree?.sparsity;
  const [isOwn, setOwn] = useState(false);
  const preset = share === undefined ? "off" : String(share) in CHOICES ? String(share) : "own";
  useEffect(() => {
    if (share === undefined) setOwn(false);
  }, [share]);
  const value = (isOwn ? "own" : preset) as ThinningChoice;
  const set = (next: number | undefined) => {
    if (tree) commitEdit(setSparsity(tree, tree.id, next), { retina, keepsFocus: true });
  };
  return (
    <div className="build-thinning stack gap-1">
      <Choice
        label="Cells to keep"
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
