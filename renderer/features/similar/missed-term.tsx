import { useQueries, useQuery } from "@tanstack/react-query";
import type { Output } from "../../../core/api/client-types.ts";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { retinaCardsQuery, termQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { openWith } from "../../state/open-with.ts";
import { chooseRetina, useRetina } from "../../state/retina.ts";
import { setMissed } from "../../state/similar/similar-state.ts";

const MOST = 6;

const go = (expression: ExpressionJson): void => {
  setMissed(null);
  openWith("similar", [expression]);
};

/** A term the retina does not know: near spellings, known parts, other retinas, or the text as it is. */
export function MissedTerm({ missed }: { readonly missed: Output<"app.term"> }) {
  const retina = useRetina();
  const others = useOtherRetinas(missed.typed);
  return (
    <section className="similar-missed" role="status">
      <p>
        <Chip tone="error">{missed.typed}</Chip> is not in {retina?.name ?? "this retina"}.
      </p>
      <Offers title="Near spellings" terms={missed.suggestions} />
      <Offers title="Known parts" terms={missed.parts} />
      <div className="similar-chips">
        {others.map((name) => (
          <Button
            key={name}
            size="small"
            onPress={() => {
              chooseRetina(name);
              go({ term: missed.typed });
            }}
          >
            {name} knows it: switch
          </Button>
        ))}
        <Button size="small" onPress={() => go({ text: missed.typed })}>
          Use as text
        </Button>
        <Button size="small" tone="quiet" onPress={() => setMissed(null)}>
          Leave it
        </Button>
      </div>
    </section>
  );
}

function Offers({ title, terms }: { readonly title: string; readonly terms: readonly string[] }) {
  if (terms.length === 0) return null;
  return (
    <div>
      <p className="muted">{title}</p>
      <div className="similar-chips">
        {terms.slice(0, MOST).map((term) => (
          <Chip key={term} onPress={() => go({ term })}>
            {term}
          </Chip>
        ))}
      </div>
    </div>
  );
}

/** Names of the other installed retinas that know the term. */
function useOtherRetinas(term: string): readonly string[] {
  const here = useRetina()?.name;
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const names = cards
    .filter(({ name, state }) => state === "ready" && name !== here)
    .map(({ name }) => name);
  const answers = useQueries({ queries: names.map((name) => termQuery(name, term)) });
  return names.filter((_, index) => answers[index]?.data?.known === true);
}
