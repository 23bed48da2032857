import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { MOST_FITTING, patternQuery } from "../../../api/map-queries.ts";
import { Button, IconButton } from "../../../components/controls/button.tsx";
import { Chip } from "../../../components/controls/chip.tsx";
import { Failure, Loading } from "../../../components/controls/states.tsx";
import { formatCount } from "../../../model/format.ts";
import { exploreTerm, openWith } from "../../../state/open-with.ts";
import { useRetina } from "../../../state/retina.ts";
import { setPattern } from "../similar-state.ts";

const FIRST_SHOWN = 24;
/** As one expression more would be hard to read. */
const MOST_TOGETHER = 100;

/** The words that fit a pattern; each can be walked to, and a few be taken together. */
export function PatternWords({ pattern }: { readonly pattern: string }) {
  const retina = useRetina()?.name;
  const { data, isFetching, isError, error, refetch } = useQuery({
    ...patternQuery(retina ?? "", pattern),
    enabled: retina !== undefined,
  });
  const [showsAll, setShowsAll] = useState(false);
  const words = data?.map(({ term }) => term) ?? [];
  const shown = showsAll ? words : words.slice(0, FIRST_SHOWN);
  const close = (
    <IconButton icon={X} isSmall label="Close the list" onPress={() => setPattern(null)} />
  );
  return (
    <section className="stack" aria-label={`Words that fit ${pattern}`}>
      <header className="row apart">
        <p role="status">{data && countOf(words.length, pattern)}</p>
        {close}
      </header>
      {isError && (
        <Failure
          error={error}
          doing={`Finding words that fit ${pattern}`}
          onRetry={() => void refetch()}
        />
      )}
      {isFetching && <Loading label={`Finding words that fit ${pattern}`} />}
      <div className="row gap-1 wrap">
        {shown.map((term) => (
          <Chip key={term} onPress={() => exploreTerm(term)}>
            {term}
          </Chip>
        ))}
      </div>
      <div className="row gap-1 wrap">
        {words.length > shown.length && (
          <Button size="small" tone="quiet" onPress={() => setShowsAll(true)}>
            Show all {formatCount(words.length)}
          </Button>
        )}
        {words.length > 1 && words.length <= MOST_TOGETHER && (
          <Button
            size="small"
            onPress={() => openWith("explore", [{ or: words.map((term) => ({ term })) }])}
          >
            Or all {words.length}
          </Button>
        )}
      </div>
    </section>
  );
}

function countOf(count: number, pattern: string): string {
  if (count === 0) return `No word fits “${pattern}”.`;
  const words = count === 1 ? "1 word fits" : `${formatCount(count)} words fit`;
  return count < MOST_FITTING
    ? `${words} “${pattern}”.`
    : `${words} “${pattern}”, and more: the most frequent.`;
}
