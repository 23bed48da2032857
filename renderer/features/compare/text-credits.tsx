import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { matchQuery } from "../../api/match-query.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { ChangeNote } from "../../components/explain/change-note.tsx";
import { CreditedText } from "../../components/explain/credited-text.tsx";
import { wordsOfRegion } from "../../components/explain/region-words.ts";
import { WordBars } from "../../components/explain/word-bars.tsx";
import { formatScore } from "../../model/format.ts";
import { useCompareDesk } from "./compare-desk.ts";
import { comparison } from "./comparison-store.ts";
import { useMatch } from "./use-match.ts";

const WHICH = { left: "First", right: "Second" } as const;

/** Texts with the words shaded by how many shared cells they caused, and each word's share as a bar. */
export function TextCredits() {
  const { texts, result, isAsked, match } = useMatch();
  const region = useCompareDesk((desk) => desk.region);
  if (!isAsked) return null;
  return (
    <section className="credits stack" aria-label="Words behind the overlap">
      <h3>Words behind the overlap</h3>
      {result.isError && (
        <Failure
          error={result.error}
          doing="Finding the words behind the overlap"
          onRetry={() => void result.refetch()}
        />
      )}
      {match && (
        <>
          {region !== null && (
            <p className="row gap-1 wrap muted">
              Only the words behind “{region}” are shaded.
              <Button
                size="small"
                tone="quiet"
                onPress={() => useCompareDesk.setState({ region: null })}
              >
                Shade all
              </Button>
            </p>
          )}
          {(["left", "right"] as const).map((side) => {
            const text = texts[side];
            return text === null ? null : (
              <div key={side} className="credits-side stack" data-side={side}>
                <CreditedText
                  title={`${WHICH[side]} text`}
                  text={text}
                  side={match[side]}
                  only={wordsOfRegion(match, region, side)}
                />
                <WordBars
                  label={`Words of the ${WHICH[side].toLowerCase()} text`}
                  side={match[side]}
                  overlap={match.overlap}
                />
              </div>
            );
          })}
          <p className="muted">Darker: more shared cells. Underlined: the same word in both.</p>
          <WhatWouldChange />
        </>
      )}
    </section>
  );
}

/** Which words hold the pair above the line; asked for, since it takes a moment. */
function WhatWouldChange() {
  const { match, leftJson, rightJson, retina } = useMatch();
  const { threshold } = comparison.use();
  const [asked, setAsked] = useState<number | null>(null);
  const wanted = asked === threshold && match !== undefined && match.cosine >= threshold;
  const result = useQuery({
    ...matchQuery(retina?.name ?? "", leftJson, rightJson, { threshold }),
    enabled: wanted && retina !== null,
  });
  if (!match) return null;
  const line = `your threshold of ${formatScore(threshold)}`;
  if (match.cosine < threshold)
    return (
      <p className="muted">
        At {formatScore(match.cosine)} the two are below {line} as they are.
      </p>
    );
  return (
    <div className="stack">
      {!wanted && (
        <Button size="small" onPress={() => setAsked(threshold)}>
          Which words keep them above {threshold.toFixed(2)}?
        </Button>
      )}
      {result.isFetching && <Loading label="Removing words and comparing again" />}
      {wanted && result.isError && <Failure error={result.error} doing="Removing words" />}
      {wanted && result.data && (
        <ChangeNote
          match={result.data}
          line={line}
          names={{ left: "the first text", right: "the second text" }}
        />
      )}
    </div>
  );
}
