import { useQuery } from "@tanstack/react-query";
import { termQuery } from "../../api/map-queries.ts";
import { Chip } from "../../components/controls/chip.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { hueOf, letterOf } from "../../components/fingerprint-grid/layers.ts";
import { formatCount, formatShare, plural } from "../../components/format.ts";
import { posLabel } from "../../components/terms/pos-label.ts";
import { TermInput } from "../../components/terms/term-input.tsx";
import { hoverTerm } from "../../state/hover.ts";
import { useShowOnMap } from "../../state/map-content.ts";
import { useRetina } from "../../state/retina.ts";
import { rememberTerm, useSettings } from "../../state/settings.ts";
import { explore, subject } from "../../state/subject.ts";
import { useCompletions } from "../../state/use-completions.ts";
import { useExploredSubject, useSubjectOnMap } from "../../state/use-subject.ts";
import "./similar.css";

/** The query, what is known of it, and its senses. */
export function SimilarLens() {
  useShowOnMap(useSubjectOnMap());
  const retina = useRetina();
  const complete = useCompletions(retina?.name ?? "");
  const recent = useSettings(({ recentTerms }) => recentTerms);
  const { expression } = subject.use();
  const term = expression && "term" in expression ? expression.term : null;
  return (
    <div className="lens">
      <h2>Similar</h2>
      <TermInput
        label="Term to look up"
        placeholder="Type a word"
        autoFocus
        complete={complete}
        recent={recent}
        onTerm={(typed) => {
          rememberTerm(typed);
          explore({ term: typed });
        }}
        onText={(text) => explore({ text })}
      />
      {term !== null && <TermFacts term={term} />}
      {expression === null ? (
        <Empty>Type a word to see which terms lie near it on the map.</Empty>
      ) : (
        <Contexts />
      )}
    </div>
  );
}

function TermFacts({ term }: { readonly term: string }) {
  const retina = useRetina();
  const { data } = useQuery({ ...termQuery(retina?.name ?? "", term), enabled: retina !== null });
  if (!data) return null;
  if (!data.known)
    return (
      <section className="similar-unknown">
        <p>
          <Chip tone="error">{term}</Chip> is not in {retina?.name}. Near spellings:
        </p>
        <div className="similar-chips">
          {data.suggestions.map((near) => (
            <Chip key={near} onPress={() => explore({ term: near })}>
              {near}
            </Chip>
          ))}
        </div>
      </section>
    );
  return (
    <dl className="term-facts">
      <dt>Cells</dt>
      <dd className="figures">{formatCount(data.positions.length)}</dd>
      <dt>In texts</dt>
      <dd className="figures">{formatShare(data.df)} of documents</dd>
      {data.rank !== null && (
        <>
          <dt>Rank</dt>
          <dd className="figures">{formatCount(data.rank)} by frequency</dd>
        </>
      )}
      <dt>Kind</dt>
      <dd>{data.pos_types.map(posLabel).join(", ")}</dd>
    </dl>
  );
}

function Contexts() {
  const { data } = useExploredSubject();
  if (!data || data.contexts.length === 0) return null;
  return (
    <section aria-label="Contexts">
      <h3>Contexts</h3>
      <ul className="contexts">
        {data.contexts.slice(0, 8).map(({ id, label, names, positions }, index) => (
          <li
            key={id}
            onPointerEnter={() => hoverTerm({ name: `context ${id}`, positions })}
            onPointerLeave={() => hoverTerm(null)}
          >
            <Chip
              colour={hueOf(index)}
              letter={letterOf(index)}
              onPress={() => explore({ positions: [...positions] })}
            >
              {label}
            </Chip>
            <span className="muted figures">{plural(positions.length, "cell")}</span>
            <p className="muted" dir="auto">
              {names.join(", ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
