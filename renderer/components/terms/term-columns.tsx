import type { ReactNode } from "react";
import type { ColourName } from "../../model/map/layers.ts";
import { TermLink } from "./term-link.tsx";
import "./term-columns.css";

/** Terms that belong together: to one sense, one side, one part. */
export interface TermColumn {
  readonly id: string;
  readonly title: string;
  readonly colour: ColourName;
  /** Before the title, so that the colour is not the only sign. */
  readonly letter?: string;
  readonly terms: readonly { readonly term: string; readonly title: string }[];
  /** Said where there is no term. */
  readonly empty: string;
}

interface TermColumnsProps {
  readonly label: string;
  readonly columns: readonly TermColumn[];
  /** The term under the pointer or the keyboard; null for none. */
  readonly onHover: (term: string | null, column: string) => void;
  readonly onOpen: (term: string, column: string) => void;
  /** Stands under all of them. */
  readonly children?: ReactNode;
}

/** Lists of terms side by side, as many in a row as there is room for. */
export function TermColumns({ label, columns, onHover, onOpen, children }: TermColumnsProps) {
  return (
    <section className="term-columns" aria-label={label}>
      {columns.map(({ id, title, colour, letter, terms, empty }) => (
        <div key={id}>
          <h3 className="clip" dir="auto" title={title} style={{ borderColor: `var(--${colour})` }}>
            {letter && (
              <span
                className="term-columns-letter letter"
                style={{ background: `var(--${colour})` }}
                aria-hidden="true"
              >
                {letter}
              </span>
            )}
            {title}
          </h3>
          {terms.length === 0 && <p className="muted">{empty}</p>}
          <ol>
            {terms.map(({ term, title: tip }) => (
              <li key={term}>
                <TermLink
                  isLine
                  term={term}
                  title={tip}
                  onHover={(hovered) => onHover(hovered, id)}
                  onOpen={() => onOpen(term, id)}
                />
              </li>
            ))}
          </ol>
        </div>
      ))}
      {children}
    </section>
  );
}
