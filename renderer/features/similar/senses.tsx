import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { exploreQuery } from "../../api/subject-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { formatCount } from "../../model/format.ts";
import { senseLooks } from "../../model/sense-colours.ts";
import { hoverTerm } from "../../state/hover.ts";
import { openWith } from "../../state/open-with.ts";
import { walkRestricted } from "../../state/restrict-subject.ts";
import { similar } from "../../state/similar/similar-state.ts";
import { useTermHover } from "../../state/use-term-hover.ts";
import { termsOf, useSimilarTerms } from "./use-similar-terms.ts";

type Sense = Output<"app.explore">["contexts"][number];

const FIRST_SHOWN = 8;

/** The senses of the query. A click keeps to one, with Alt it is subtracted. */
export function Senses() {
  const terms = useSimilarTerms();
  const { first } = terms;
  const [showsAll, setShowsAll] = useState(false);
  const senses = first?.contexts ?? [];
  if (senses.length === 0) return null;
  const looks = senseLooks(senses);
  const shown = showsAll ? senses : senses.slice(0, FIRST_SHOWN);
  return (
    <section aria-label="Senses">
      <h3>
        {senses.length === 1 ? "One sense" : `${senses.length} senses`}
        <span className="similar-hint">click shows one, Alt+click subtracts it</span>
      </h3>
      <ul className="similar-senses">
        {shown.map((sense) => (
          <SenseRow key={sense.id} sense={sense} look={looks(sense.id)} terms={terms} />
        ))}
      </ul>
      {senses.length > FIRST_SHOWN && !showsAll && (
        <Button size="small" tone="quiet" onPress={() => setShowsAll(true)}>
          Show the other {senses.length - FIRST_SHOWN}
        </Button>
      )}
    </section>
  );
}

interface SenseRowProps {
  readonly sense: Sense;
  readonly look: ReturnType<ReturnType<typeof senseLooks>>;
  readonly terms: ReturnType<typeof useSimilarTerms>;
}

function SenseRow({ sense, look, terms }: SenseRowProps) {
  const { expression, query, retina, sense: chosen } = terms;
  const [isOpen, setOpen] = useState(false);
  const { id, label, names, positions } = sense;
  const own = expression ? termsOf(expression) : [];
  const isOn = chosen?.id === id;
  const restrict = () =>
    similar.edit(isOn ? "Show every sense" : `Show only the sense ${label}`, (before) => ({
      ...before,
      sense: isOn ? null : { query, id, label },
    }));
  const subtract = () =>
    walkRestricted({ operator: "sub", positions, name: `sense ${label}`, retina: retina?.name });
  return (
    <li
      data-on={isOn || undefined}
      onPointerEnter={() => hoverTerm({ name: `sense ${id}`, positions })}
      onPointerLeave={() => hoverTerm(null)}
    >
      <Thumbnail positions={positions} colour={look.colour} size={40} />
      <div className="similar-sense-text">
        <div className="similar-sense-head">
          <Chip
            colour={look.colour}
            letter={look.letter}
            isOn={isOn}
            onPress={({ altKey }) => (altKey ? subtract() : restrict())}
          >
            {label}
          </Chip>
          <span className="muted figures nowrap">
            {formatCount(positions.length)} of {formatCount(terms.positions.length)} cells
          </span>
        </div>
        <p className="muted similar-names" dir="auto">
          {names.filter((name) => name !== label && !own.includes(name)).join(", ")}
        </p>
        <div className="similar-sense-actions">
          <Button size="small" tone="quiet" onPress={subtract}>
            Subtract it
          </Button>
          <Button size="small" tone="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? "Close" : "Nearest and farthest"}
          </Button>
        </div>
        {isOpen && <SenseTerms id={id} />}
      </div>
    </li>
  );
}

const LOOKED_AT = 200;
const NEAREST = 6;
const FARTHEST = 4;

/** Of the nearest terms of a sense: those in its middle, and those at its edge. */
function SenseTerms({ id }: { readonly id: number }) {
  const { retina, positions } = useSimilarTerms();
  const { data } = useQuery({
    ...exploreQuery(retina?.name ?? "", positions, { limit: LOOKED_AT, contextId: id }),
    enabled: retina !== null && positions.length > 0,
  });
  const rows = data?.rows.filter(({ contextId }) => contextId === id) ?? [];
  if (!data) return <p className="muted"> </p>;
  return (
    <dl className="sense-terms">
      <dt>Nearest</dt>
      <dd>
        <TermLinks terms={rows.slice(0, NEAREST).map(({ term }) => term)} />
      </dd>
      <dt>Farthest of {rows.length}</dt>
      <dd>
        <TermLinks
          terms={rows
            .slice(NEAREST)
            .slice(-FARTHEST)
            .map(({ term }) => term)}
        />
      </dd>
    </dl>
  );
}

function TermLinks({ terms }: { readonly terms: readonly string[] }) {
  const hover = useTermHover();
  if (terms.length === 0) return <span className="muted">none</span>;
  return (
    <span className="similar-chips">
      {terms.map((term) => (
        <button
          key={term}
          type="button"
          className="term-link"
          dir="auto"
          onClick={() => openWith("similar", [{ term }])}
          onPointerEnter={() => hover(term)}
          onPointerLeave={() => hover(null)}
        >
          {term}
        </button>
      ))}
    </span>
  );
}
