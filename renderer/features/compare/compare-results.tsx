import { ArrowDown, ArrowUp, Copy } from "lucide-react";
import { Fragment, useEffect, useMemo, useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { ApiError } from "../../../core/errors.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Answer, Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { CreditedText } from "../../components/explain/credited-text.tsx";
import {
  RegionList,
  type RegionRow,
  regionRows,
  wordsOfRegion,
} from "../../components/explain/region-list.tsx";
import { WordBars } from "../../components/explain/word-bars.tsx";
import { copyText } from "../../components/files/download.ts";
import { TermColumns } from "../../components/terms/term-columns.tsx";
import { formatCount, formatScore, formatShare } from "../../model/format.ts";
import { clearBrush, setBrush, useBrushedPatch } from "../../state/brush.ts";
import { hoverTerm, useTermHover } from "../../state/hover.ts";
import { openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { toast } from "../../state/toasts.ts";
import { Several } from "./combinations.tsx";
import { comparison, replaceItem, setThreshold, useCompareDesk } from "./comparison-store.ts";
import { itemOf, PARTS, type PairNames, placedTerms } from "./model/comparison.ts";
import {
  asymmetrySentence,
  chanceSentence,
  MEASURE_GROUPS,
  type Measure,
  type Metrics,
  metricsWithEmpty,
  pairExplained,
  relationSentence,
  shownMeasure,
  undefinedReason,
} from "./model/measures.ts";
import { useComparison, useMatch, usePair } from "./use-comparison.ts";
import type { Laid } from "./use-comparison-on-map.ts";
import "./verdict.css";

/** How close the items are, why, and what each has for itself. */
export function CompareResults() {
  const { items, members, isFetching, isStale, data, error, retry } = useComparison();
  const laid = members.filter((each): each is Laid => each.positions !== undefined);
  return (
    <div className="results">
      <h2>{members.length > 2 ? "Combinations" : "Similarity"}</h2>
      {isFetching && <Loading label="Comparing" />}
      {error && <ComparisonFailure error={error} onRetry={retry} />}
      {members.length < 2 && !error && (
        <Empty>
          {items.length === 0
            ? "The score, the shared regions and the words behind them appear here."
            : "Add a second item to compare the two."}
        </Empty>
      )}
      <div
        className="results-body dims stack gap-6 at-top grow scroll"
        data-stale={isStale || undefined}
      >
        {data && <PairResults data={data} />}
        {members.length > 2 && laid.length === members.length && !error && <Several parts={laid} />}
      </div>
    </div>
  );
}

function PairResults({ data }: { readonly data: Output<"app.compare"> }) {
  const { left, right } = usePair();
  useOfferComparison();
  if (!left || !right) return null;
  const names = { left: left.name, right: right.name };
  return (
    <>
      {data.relation !== "partial" && (
        <p className="relation note strong" role="status">
          {relationSentence(data.relation, names)}
        </p>
      )}
      {data.metrics && (
        <>
          <Verdict metrics={data.metrics} chance={data.chance} />
          <Containment metrics={data.metrics} names={names} />
        </>
      )}
      <SharedRegions regions={data.regions} />
      <TextCredits />
      <TermLists terms={data.terms} names={names} />
      <Measures data={data} />
    </>
  );
}

function Measures({ data }: { readonly data: Output<"app.compare"> }) {
  const [left, right] = [data.left.size, data.right.size];
  const isOpen = useCompareDesk(({ showsMeasures }) => showsMeasures);
  const reason = undefinedReason(left, right);
  return (
    <>
      {!data.metrics && <p className="muted">{reason}</p>}
      <details
        open={isOpen}
        onToggle={({ currentTarget }) =>
          useCompareDesk.setState({ showsMeasures: currentTarget.open })
        }
      >
        <summary>All nine measures</summary>
        <MeasureTable
          metrics={data.metrics ?? metricsWithEmpty(left, right)}
          undefinedBecause={reason}
        />
      </details>
    </>
  );
}

/** An unknown word is offered its nearest spellings, in the slot it came from. */
function ComparisonFailure({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
}) {
  const { items } = comparison.use();
  const term = error instanceof ApiError ? error.details.term : undefined;
  const suggestions = error instanceof ApiError ? error.details.suggestions : undefined;
  const index = items.findIndex(({ typed }) => typed === term);
  return (
    <Failure error={error} doing="Comparing" onRetry={onRetry}>
      {index >= 0 &&
        Array.isArray(suggestions) &&
        suggestions.map((suggestion: string) => (
          <Chip
            key={suggestion}
            label={`Compare ${suggestion} instead`}
            onPress={() =>
              replaceItem(index, itemOf({ term: suggestion }, suggestion), `Compare ${suggestion}`)
            }
          >
            {suggestion}
          </Chip>
        ))}
    </Failure>
  );
}

function useOfferComparison(): void {
  const { retina, left, right, data } = usePair();
  const { threshold } = comparison.use();
  usePublish({
    exports: useMemo(() => {
      if (!retina || !left || !right || !data) return null;
      const values = data.metrics ?? metricsWithEmpty(data.left.size, data.right.size);
      const measures = MEASURE_GROUPS.flatMap((group) => group.measures);
      return {
        name: `${left.name} and ${right.name}`,
        table: () => ({
          columns: ["measure", "value"],
          rows: measures.map(({ id }) => [id, values[id] ?? "undefined"]),
        }),
        json: () => ({
          left: left.json,
          right: right.json,
          relation: data.relation,
          metrics: data.metrics,
          terms: data.terms,
        }),
        request: {
          name: "compare.pair" as const,
          args: { retina_name: retina.name, body: [left.json, right.json] },
        },
        explanation: () => pairExplained(data, threshold),
        settings: { retina: retina.name, checksum: retina.checksum, threshold },
      };
    }, [threshold, retina, left, right, data]),
  });
}

/** Where on the map the two agree; a click chooses the cells and lights the words behind them. */
function SharedRegions({ regions }: { readonly regions: Output<"app.compare">["regions"] }) {
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
function TermLists({ terms, names }: TermListsProps) {
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
function TextCredits() {
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

interface MeasureTableProps {
  /** Missing ones are undefined. */
  readonly metrics: Partial<Metrics>;
  /** Why measures are missing. */
  readonly undefinedBecause: string;
}

/** All nine measures, what each says, and which way is closer; formulas on demand. */
function MeasureTable({ metrics, undefinedBecause }: MeasureTableProps) {
  const [open, setOpen] = useState<Measure["id"] | null>(null);
  return (
    <section className="measures stack" aria-label="Measures">
      <table className="across">
        <tbody>
          {MEASURE_GROUPS.map((group) => (
            <Fragment key={group.title}>
              <tr>
                <th colSpan={3} scope="colgroup">
                  {group.title}
                </th>
              </tr>
              {group.measures.map((measure) => (
                <MeasureRow
                  key={measure.id}
                  measure={measure}
                  value={metrics[measure.id]}
                  missing={undefinedBecause}
                  isOpen={open === measure.id}
                  onToggle={() => setOpen(open === measure.id ? null : measure.id)}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface MeasureRowProps {
  readonly measure: Measure;
  readonly value: number | undefined;
  /** Why there is no value. */
  readonly missing: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const CLOSER = {
  higher: { Icon: ArrowUp, words: "higher is closer" },
  lower: { Icon: ArrowDown, words: "lower is closer" },
} as const;

function MeasureRow({ measure, value, missing, isOpen, onToggle }: MeasureRowProps) {
  const closer = measure.closer === "none" ? null : CLOSER[measure.closer];
  return (
    <tr>
      <td>
        <button
          type="button"
          className="measure-title plain"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {measure.title}
          {closer && (
            <span className="muted" title={closer.words}>
              <closer.Icon size={12} aria-hidden="true" />
              <span className="visually-hidden">{closer.words}</span>
            </span>
          )}
        </button>
        {isOpen && (
          <p className="measure-meaning muted">
            {measure.meaning} <code>{measure.formula}</code>
          </p>
        )}
      </td>
      <td className="measure-value figures" title={value === undefined ? missing : String(value)}>
        {value === undefined ? "undefined" : shownMeasure(measure, value)}
      </td>
      <td>
        <IconButton
          icon={Copy}
          isSmall
          label={`Copy ${measure.title}`}
          isDisabled={value === undefined}
          onPress={() =>
            void copyText(String(value)).then(() => toast(`${measure.title} copied: ${value}`))
          }
        />
      </td>
    </tr>
  );
}

interface VerdictProps {
  readonly metrics: Metrics;
  readonly chance: { readonly mean: number; readonly p999: number } | null;
}

/** The one number most people want, against their own line and against chance. */
function Verdict({ metrics, chance }: VerdictProps) {
  const { threshold } = comparison.use();
  const { cosineSimilarity, overlappingAll } = metrics;
  const isClose = cosineSimilarity >= threshold;
  const size = Math.sqrt(metrics.sizeLeft * metrics.sizeRight);
  return (
    <section className="stack" aria-label="Verdict">
      <p className="verdict-number figures row on-baseline">
        <strong title={String(cosineSimilarity)}>{formatScore(cosineSimilarity)}</strong>
        <span className="muted">
          cosine, {formatCount(overlappingAll)} shared cells · {isClose ? "similar" : "not similar"}{" "}
          by your threshold
        </span>
      </p>
      <div className="verdict-bar">
        <div className="verdict-fill" style={{ width: `${100 * cosineSimilarity}%` }} />
        {chance && size > 0 && (
          <div
            className="verdict-chance"
            title={`Chance: 99.9% of random pairs stay below ${formatScore(chance.p999 / size)}`}
            style={{ width: `${Math.min(100, (100 * chance.p999) / size)}%` }}
          />
        )}
        <div className="verdict-line" style={{ left: `${100 * threshold}%` }} />
      </div>
      {chance && (
        <p className="muted">
          <span className="chance-mark" aria-hidden="true" />
          {chanceSentence(overlappingAll, chance)}
        </p>
      )}
      <ThresholdLine />
    </section>
  );
}

interface ContainmentProps {
  readonly metrics: Metrics;
  readonly names: { readonly left: string; readonly right: string };
}

/** How much of each lies in the other, where that differs; else the score says it all. */
function Containment({ metrics, names }: ContainmentProps) {
  const sentence = asymmetrySentence(metrics, names);
  if (sentence === "") return null;
  const rows = [
    ["left", names.left, names.right, metrics.overlappingLeftRight],
    ["right", names.right, names.left, metrics.overlappingRightLeft],
  ] as const;
  return (
    <section className="stack" aria-label="Containment">
      <h3>Containment</h3>
      {rows.map(([side, inner, outer, share]) => (
        <div key={side} className="stack gap-1" data-side={side}>
          <span dir="auto">
            <strong className="figures" title={String(share)}>
              {formatShare(share)}
            </strong>{" "}
            of {inner} is in {outer}
          </span>
          <div className="containment-bar" aria-hidden="true">
            <div style={{ width: `${100 * share}%` }} />
          </div>
        </div>
      ))}
      <p className="muted">{sentence}</p>
    </section>
  );
}

/** From which cosine on two items count as close; the person's own, for the whole workspace. */
function ThresholdLine() {
  const { threshold } = comparison.use();
  return (
    <label className="row muted">
      Similarity threshold
      <input
        className="grow"
        type="range"
        min={0.05}
        max={0.95}
        step={0.01}
        value={threshold}
        onChange={({ currentTarget }) => setThreshold(Number(currentTarget.value))}
      />
      <output className="figures">{threshold.toFixed(2)}</output>
    </label>
  );
}
