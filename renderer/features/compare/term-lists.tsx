import { useMemo } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { TermColumns } from "../../components/terms/term-columns.tsx";
import { formatCount } from "../../model/format.ts";
import { openWith } from "../../state/open-with.ts";
import { useTermHover } from "../../state/use-term-hover.ts";
import type { PairNames } from "./model/comparison.ts";
import { PARTS, placedTerms } from "./model/placed-terms.ts";

interface TermListsProps {
  readonly terms: Output<"app.compare">["terms"];
  readonly names: PairNames;
}

const SHOWN = 12;
const COLOURS = { left: "first", both: "shared", right: "second" } as const;

/** Terms that lie in each part of the overlay, side by side. */
export function TermLists({ terms, names }: TermListsProps) {
  const hover = useTermHover();
  const placed = useMemo(() => placedTerms(terms), [terms]);
  const titles = { left: `Only ${names.left}`, both: "Both", right: `Only ${names.right}` };
  const columns = PARTS.map((part) => ({
    id: part,
    title: titles[part],
    colour: COLOURS[part],
    empty: "No term is here.",
    terms: placed[part].slice(0, SHOWN).map(({ term, score }) => ({
      term,
      title: `${formatCount(score)} cells; explore ${term}`,
    })),
  }));
  return (
    <TermColumns
      label="Terms of each part"
      columns={columns}
      onHover={hover}
      onOpen={(term) => openWith("similar", [{ term }])}
    >
      <p className="muted">Each term is listed where it has most of its cells.</p>
    </TermColumns>
  );
}
