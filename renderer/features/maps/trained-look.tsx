import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { ApiError } from "../../../core/errors.ts";
import { isRecord } from "../../../core/workspace/fit.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { formatBytes, formatCount } from "../../model/format.ts";
import { usePublish } from "../../state/publish.ts";
import { CardRows } from "./card-table.tsx";
import { measured } from "./model/measured.ts";
import { trainedTitle } from "./model/retina-title.ts";
import type { Trained } from "./model/trained-map.ts";
import { trainedMap } from "./model/trained-map.ts";
import { discardTrained, keepTrained, useTraining } from "./training-run.ts";

/** The result before it is kept: the new map with its names, its figures, and similar terms of some terms. */
export function TrainedLook({ trained }: { readonly trained: Trained }) {
  const { error } = useTraining();
  const act = useMutation({ mutationFn: (run: () => Promise<void>) => run() });
  usePublish({ map: useMemo(() => trainedMap(trained), [trained]) });
  const isTaken = error instanceof ApiError && error.code === "conflict";
  return (
    <div className="results">
      <h2 dir="auto">{trainedTitle(trained)}</h2>
      <div className="results-body stack gap-5 at-top grow scroll">
        <p>Not saved yet. The map shows its regions; figures and sample terms are below.</p>
        {error !== null && error !== undefined && (
          <Failure error={error} doing="Saving the map">
            {isTaken && (
              <Button size="small" onPress={() => act.mutate(() => keepTrained(true))}>
                Replace the installed one
              </Button>
            )}
          </Failure>
        )}
        <div className="row wrap">
          <Button isDisabled={act.isPending} onPress={() => act.mutate(discardTrained)}>
            Discard
          </Button>
          <Button
            tone="primary"
            isDisabled={act.isPending}
            onPress={() => act.mutate(() => keepTrained(false))}
          >
            Save this map
          </Button>
        </div>
        <TrainedFigures trained={trained} />
        <section aria-label="Similar terms of sample terms">
          <h3>Similar terms</h3>
          <p className="muted">Check that they make sense to you.</p>
          <dl className="card-table">
            {trained.samples.map(({ term, similar }) => (
              <div key={term}>
                <dt className="muted breaks" dir="auto">
                  {term}
                </dt>
                <dd className="breaks" dir="auto">
                  {similar.join(", ")}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  );
}

/** What the card will say of it; figures that a training did not count are left out. */
function TrainedFigures({ trained: { bytes, card } }: { readonly trained: Trained }) {
  const { terms, phrases, words, documents, skippedRecords } = countsOf(card.counts);
  const rows = [
    ["Terms", terms && `${terms}, of which ${phrases} are phrases`],
    ["Learned from", words && `${words} words in ${documents} texts`],
    ["Not read", skippedRecords === "0" ? "" : skippedRecords && `${skippedRecords} records`],
    ["File", formatBytes(bytes)],
    ...measured(card.quality),
  ] as const;
  return <CardRows rows={rows} />;
}

const COUNTS = ["terms", "phrases", "words", "documents", "skippedRecords"] as const;

/** The numbers as they are shown; "" for one that is not there. */
function countsOf(counts: unknown): Readonly<Record<(typeof COUNTS)[number], string>> {
  const known = isRecord(counts) ? counts : {};
  const shown = COUNTS.map((name) => {
    const count = known[name];
    return [name, typeof count === "number" ? formatCount(count) : ""] as const;
  });
  return Object.fromEntries(shown) as Record<(typeof COUNTS)[number], string>;
}
