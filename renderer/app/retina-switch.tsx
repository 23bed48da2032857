import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { evaluateQuery, exploreQuery } from "../api/subject-queries.ts";
import { Button, IconButton } from "../components/controls/button.tsx";
import { Failure, Loading } from "../components/controls/states.tsx";
import { plural } from "../model/format.ts";
import { useNavigation } from "../state/navigation.ts";
import { exploreTerm } from "../state/open-with.ts";
import { chooseRetina, useRetina, useSwitchedTo } from "../state/retina.ts";
import { useSubjectTree } from "../state/use-subject.ts";

const COMPARED = 20;

/** After a switch of retinas: what became of the expression on the new map. Stays until it is closed or the room is left. */
export function RetinaSwitch() {
  const retina = useRetina()?.name ?? "";
  const { name: asked } = useSwitchedTo();
  const { json } = useSubjectTree();
  const view = useNavigation((state) => state.view);
  const before = useRef(retina);
  const [from, setFrom] = useState("");
  useEffect(() => {
    if (before.current === retina) return;
    setFrom(retina === asked ? before.current : "");
    before.current = retina;
  }, [retina, asked]);
  // Beside the work of another room it would only be in the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is the reason to close
  useEffect(() => setFrom(""), [view]);
  if (from === "" || from === retina || json === null) return null;
  const close = () => setFrom("");
  return (
    <aside
      className="retina-switch stack at-start float scroll"
      aria-label="What the other retina changed"
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <header className="row gap-0 apart">
        <p>
          <span className="muted">{from} →</span> <strong>{retina}</strong>
        </p>
        <IconButton icon={X} isSmall label="Close" onPress={close} />
      </header>
      <Changes from={from} to={retina} />
      <Button size="small" onPress={() => chooseRetina(from)}>
        Back to {from}
      </Button>
    </aside>
  );
}

interface SidesProps {
  readonly from: string;
  readonly to: string;
}

function Changes({ from, to }: SidesProps) {
  const { label } = useSubjectTree();
  const left = useNearest(from);
  const right = useNearest(to);
  const error = left.error ?? right.error;
  if (error) return <Failure error={error} doing="Comparing the retinas" />;
  if (!left.terms || !right.terms) return <Loading label="Comparing the retinas" />;
  const { stayed, entered, gone } = compareNearest(left.terms, right.terms);
  return (
    <>
      <p className="figures">
        <span dir="auto">{label}</span>: {plural(left.cells, "cell")} →{" "}
        {right.cells === 0 ? "not in this retina" : plural(right.cells, "cell")}
        {left.terms.length > 0 &&
          right.terms.length > 0 &&
          `; ${stayed.length} of the ${left.terms.length} nearest terms stay`}
      </p>
      <TermList title="New" changes={entered} />
      <TermList title="Gone" changes={gone} />
    </>
  );
}

/** The expression on one retina: how many cells it has there, and the terms nearest to it. */
function useNearest(retina: string) {
  const { json, sparsity, skipUnknown } = useSubjectTree();
  const evaluated = useQuery({
    ...evaluateQuery(retina, json ?? { positions: [0] }, { sparsity, skipUnknown }),
    enabled: json !== null,
    placeholderData: keepPreviousData,
  });
  const positions = evaluated.data?.evaluated ? evaluated.data.positions : [];
  const explored = useQuery({
    ...exploreQuery(retina, positions, { limit: COMPARED }),
    enabled: positions.length > 0,
    placeholderData: keepPreviousData,
  });
  const isEmpty = evaluated.data !== undefined && positions.length === 0;
  return {
    cells: positions.length,
    terms: isEmpty ? [] : explored.data?.rows.map(({ term }) => term),
    error: evaluated.error ?? explored.error,
  };
}

const SHOWN = 8;

function TermList({
  title,
  changes,
}: {
  readonly title: string;
  readonly changes: readonly NearestChange[];
}) {
  if (changes.length === 0) return null;
  return (
    <p className="retina-switch-terms row wrap">
      <span className="muted">{title}: </span>
      {changes.slice(0, SHOWN).map(({ term, rank }) => (
        <button
          className="plain"
          key={term}
          type="button"
          dir="auto"
          title={`Rank ${rank}`}
          onClick={() => exploreTerm(term)}
        >
          {term}
        </button>
      ))}
      {changes.length > SHOWN && <span className="muted"> and {changes.length - SHOWN} more</span>}
    </p>
  );
}

/** A term that is in only one of two lists, with its place there. */
interface NearestChange {
  readonly term: string;
  /** From 1. */
  readonly rank: number;
}

/** Two ranked lists of terms: which stay, which come in, which go out; each in its own order. */
export function compareNearest(before: readonly string[], after: readonly string[]) {
  const old = new Set(before);
  const now = new Set(after);
  const ranked = (terms: readonly string[], isWanted: (term: string) => boolean) =>
    terms.flatMap((term, index) => (isWanted(term) ? [{ term, rank: index + 1 }] : []));
  return {
    stayed: after.filter((term) => old.has(term)),
    entered: ranked(after, (term) => !old.has(term)),
    gone: ranked(before, (term) => !now.has(term)),
  };
}
