import { useMemo } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { formatCount } from "../../components/format.ts";
import { explore } from "../../state/subject.ts";
import { useTermHover } from "../../state/use-term-hover.ts";
import { CLASSES } from "./comparison.ts";
import { placedTerms } from "./placed-terms.ts";

interface TermListsProps {
  readonly terms: Output<"app.compare">["terms"];
  readonly names: { readonly left: string; readonly right: string };
}

const SHOWN = 12;

/** Terms that lie in each part of the overlay, side by side. */
export function TermLists({ terms, names }: TermListsProps) {
  const hover = useTermHover();
  const placed = useMemo(() => placedTerms(terms), [terms]);
  const titles = { left: `Only ${names.left}`, both: "Both", right: `Only ${names.right}` };
  return (
    <section className="term-lists" aria-label="Terms of each part">
      {CLASSES.map((part) => (
        <div key={part} data-class={part}>
          <h3 dir="auto">{titles[part]}</h3>
          {placed[part].length === 0 && <p className="muted">No term lies here.</p>}
          <ol>
            {placed[part].slice(0, SHOWN).map(({ term, score }) => (
              <li key={term}>
                <button
                  type="button"
                  title={`${formatCount(score)} cells; explore ${term}`}
                  onPointerEnter={() => hover(term)}
                  onPointerLeave={() => hover(null)}
                  onFocus={() => hover(term)}
                  onBlur={() => hover(null)}
                  onClick={() => explore({ term }, "similar")}
                >
                  {term}
                </button>
              </li>
            ))}
          </ol>
        </div>
      ))}
      <p className="muted">Each term stands where it has most of its cells.</p>
    </section>
  );
}
