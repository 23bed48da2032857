import { useEffect, useMemo } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { Button } from "../../components/controls/button.tsx";
import { Answer } from "../../components/controls/states.tsx";
import { CreditedText } from "../../components/explain/credited-text.tsx";
import {
  RegionList,
  type RegionRow,
  regionRows,
  wordsOfRegion,
} from "../../components/explain/region-list.tsx";
import { WordBars } from "../../components/explain/word-bars.tsx";
import { TermColumns } from "../../components/terms/term-columns.tsx";
import { formatCount } from "../../model/format.ts";
import { clearBrush, setBrush, useBrushedPatch } from "../../state/brush.ts";
import { hoverTerm, useTermHover } from "../../state/hover.ts";
import { openWith } from "../../state/open-with.ts";
import { useCompareDesk } from "./comparison-store.ts";
import type { PairNames } from "./model/comparison.ts";
import { PARTS, placedTerms } from "./model/comparison.ts";
import { useMatch } from "./use-comparison.ts";

interface SharedRegionsProps {
  readonly regions: Output<"app.compare">["regions"];
}

/** Where on the map the two agree; a click chooses the cells and lights the words behind them. */
export function SharedRegions({ regions }: SharedRegionsProps) {
  const chosen = useBrushedPatch(regions);
  useEffect(() => {
    // Whoever drops the cells drops the words that they light, too.
    if (chosen === null) useCompareDesk.setState({ region: null });
  }, [chosen]);
  const { match } = useMatch();
  if (regions.length === 0) return null;
  return (
    <section className="stack" aria-label="What they share">
      <h3>What they share</h3>
      <RegionList
        regions={match ? regionRows(match) : regions}
        chosen={chosen}
        onChoose={(region) => choose(region, chosen)}
        onHover={(region) =>
          hoverTerm(region && { name: region.label, positions: region.positions })
        }
      />
    </section>
  );
}

function choose({ label, positions }: RegionRow, chosen: string | null): void {
  const isChosen = chosen === label;
  useCompareDesk.setState({ region: isChosen ? null : label });
  if (isChosen) clearBrush();
  else setBrush(`Choose the region ${label}`, positions);
}

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
      onOpen={(term) => openWith("explore", [{ term }])}
    >
      <p className="muted">Each term is listed where it has most of its cells.</p>
    </TermColumns>
  );
}

const WHICH = { left: "First", right: "Second" } as const;

/** Texts with the words shaded by how many shared cells they caused, and each word's share as a bar. */
export function TextCredits() {
  const { texts, result, isAsked, match } = useMatch();
  const region = useCompareDesk((desk) => desk.region);
  if (!isAsked) return null;
  return (
    <section className="credits stack" aria-label="Words behind the overlap">
      <h3>Words behind the overlap</h3>
      <Answer query={result} doing="Finding the words behind the overlap" />
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
        </>
      )}
    </section>
  );
}
