import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { compare } from "../../../core/fingerprint/metrics.ts";
import { regionTermsQuery } from "../../api/subject-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Answer } from "../../components/controls/states.tsx";
import { clustersOf, mergeByName } from "../../components/fingerprint-grid/summary.ts";
import { TermLink } from "../../components/terms/term-link.tsx";
import type { ExportSource } from "../../model/export-source.ts";
import { formatCount, formatScore, plural } from "../../model/format.ts";
import { letterOf } from "../../model/map/layers.ts";
import { setBrush, useIsBrushed } from "../../state/brush.ts";
import { useTermHover } from "../../state/hover.ts";
import { exploreTerm, openWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { useAtlas, useRetina } from "../../state/retina.ts";
import { compareItems, comparison, lookAtPair, useCompareDesk } from "./comparison-store.ts";
import {
  type Combination,
  combinationsExplained,
  combinationsOf,
  expressionFor,
  indicesOf,
  sentenceFor,
} from "./model/combinations.ts";
import { MOST_LAID } from "./model/comparison.ts";
import type { Laid } from "./use-comparison-on-map.ts";
import "./compare.css";

/** All of four items. */
const FIRST_SHOWN = 15;

interface PartsProps {
  readonly parts: readonly Laid[];
}

/** Three and more: the cells of each combination, as far as colours go, and how close each two are. */
export function Several({ parts }: PartsProps) {
  return (
    <>
      {parts.length <= MOST_LAID && <Combinations parts={parts} />}
      <Pairs parts={parts} />
    </>
  );
}

function Combinations({ parts }: PartsProps) {
  const sets = useMemo(() => parts.map(({ positions }) => positions), [parts]);
  const combinations = useMemo(() => combinationsOf(sets), [sets]);
  const chosen = useCompareDesk(({ combination }) => combination);
  const isBrushed = useIsBrushed();
  const key = JSON.stringify(parts.map(({ item }) => item.source));
  const choose = (combination: Combination) => {
    useCompareDesk.setState({ combination: { key, members: combination.members } });
    const names = namesOf(combination, parts).join(" and ");
    setBrush(`Select the cells of ${names}`, combination.positions);
  };
  const shown =
    chosen?.key === key
      ? combinations.find(({ members }) => members === chosen.members)
      : undefined;
  usePublish({ exports: useCombinationTable(parts) });
  return (
    <section className="stack">
      <p className="muted figures">
        {plural(combinations.length, "combination")}; together the{" "}
        {plural(new Set(sets.flat()).size, "cell")} that are set in any.
      </p>
      <Bars
        combinations={combinations}
        parts={parts}
        chosen={shown && isBrushed(shown.positions) ? shown : undefined}
        onChoose={choose}
      />
      {shown && <ChosenCombination combination={shown} parts={parts} />}
    </section>
  );
}

/** Each pair; a press compares the two in full, and undo brings the others back. */
function Pairs({ parts }: PartsProps) {
  const names = useMemo(() => parts.map(({ name }) => name), [parts]);
  const values = useMemo(() => cosinesOf(parts), [parts]);
  const isAlone = parts.length > MOST_LAID;
  usePublish({
    exports: useMemo(() => (isAlone ? pairTable(names, values) : null), [isAlone, names, values]),
  });
  const open = (...pair: readonly [number, number]) => {
    const two = pair.flatMap((place) => parts[place] ?? []);
    compareItems(
      two.map(({ item }) => item),
      `Compare ${two.map(({ name }) => name).join(" and ")}`,
    );
  };
  return (
    <section className="stack" aria-label="Pairwise similarity">
      <h3>Pairwise similarity</h3>
      <Matrix
        names={names}
        valueAt={(row, column) => values[row]?.[column] ?? Number.NaN}
        onOpen={open}
      />
    </section>
  );
}

function cosinesOf(parts: readonly Laid[]): number[][] {
  const sets = parts.map(({ positions }) => Uint16Array.from(positions));
  return sets.map((left) =>
    sets.map((right) =>
      left.length > 0 && right.length > 0 ? compare(left, right).cosineSimilarity : Number.NaN,
    ),
  );
}

/** Each pair once, the closest first. */
function pairTable(names: readonly string[], values: readonly (readonly number[])[]): ExportSource {
  const pairs = names.flatMap((left, row) =>
    names
      .slice(row + 1)
      .map((right, after): [string, string, number] => [
        left,
        right,
        values[row]?.[row + 1 + after] ?? Number.NaN,
      ]),
  );
  return {
    name: "pairwise similarity",
    settings: { items: names.join(", ") },
    table: () => ({
      columns: ["left", "right", "cosine"],
      rows: pairs
        .toSorted((a, b) => b[2] - a[2])
        .map(([left, right, cosine]) => [left, right, Number.isNaN(cosine) ? null : cosine]),
    }),
  };
}

const namesOf = ({ members }: Combination, parts: readonly Laid[]): string[] =>
  indicesOf(members).flatMap((index) => parts[index]?.name ?? []);

interface BarsProps {
  readonly combinations: readonly Combination[];
  readonly parts: readonly Laid[];
  readonly chosen: Combination | undefined;
  readonly onChoose: (combination: Combination) => void;
}

function Bars({ combinations, parts, chosen, onChoose }: BarsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? combinations : combinations.slice(0, FIRST_SHOWN);
  const rest = combinations.length - shown.length;
  const most = combinations[0]?.positions.length ?? 1;
  return (
    <div className="combination-bars">
      <ul aria-label="Combinations">
        {shown.map((combination) => (
          <li key={combination.members}>
            <Bar
              combination={combination}
              parts={parts}
              share={combination.positions.length / most}
              isChosen={combination === chosen}
              onChoose={() => onChoose(combination)}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button size="small" tone="quiet" onPress={() => setShowsAll(true)}>
          Show the other {formatCount(rest)}
        </Button>
      )}
    </div>
  );
}

interface BarProps {
  readonly combination: Combination;
  readonly parts: readonly Laid[];
  /** Of the longest bar. */
  readonly share: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Bar({ combination, parts, share, isChosen, onChoose }: BarProps) {
  const inside = new Set(indicesOf(combination.members));
  const names = parts.map(({ name }) => name);
  return (
    <button
      type="button"
      className="combination-bar columns pick"
      aria-pressed={isChosen}
      aria-label={`${plural(combination.positions.length, "cell")}. ${sentenceFor(combination.members, names)}`}
      onClick={onChoose}
    >
      <span className="row gap-half" aria-hidden="true">
        {parts.map(({ index, colour, letter }, place) =>
          inside.has(place) ? (
            <span key={index} className="letter" style={{ background: `var(--${colour})` }}>
              {letter}
            </span>
          ) : (
            <span key={index} className="combination-gap">
              ·
            </span>
          ),
        )}
      </span>
      <span className="combination-length" aria-hidden="true">
        <span style={{ width: `${100 * share}%` }} />
      </span>
      <span className="figures">{formatCount(combination.positions.length)}</span>
    </button>
  );
}

function useCombinationTable(parts: readonly Laid[]): ExportSource {
  return useMemo(() => {
    const names = parts.map(({ name }) => name);
    const sets = parts.map(({ positions }) => positions);
    return {
      name: "combinations",
      explanation: () => combinationsExplained(names, sets),
      settings: { items: names.join(", ") },
      table: () => ({
        columns: ["combination", "cells", "positions"],
        forPrograms: 1,
        rows: combinationsOf(sets).map((combination) => [
          namesOf(combination, parts).join(" & "),
          combination.positions.length,
          combination.positions.join(" "),
        ]),
      }),
    };
  }, [parts]);
}

interface ChosenProps {
  readonly combination: Combination;
  readonly parts: readonly Laid[];
}

const SHOWN_TERMS = 18;

const SHOWN_REGIONS = 6;

/** One combination in words: what it is, where its cells lie, which terms live there, and the expression that gives it. */
function ChosenCombination({ combination, parts }: ChosenProps) {
  const { members, positions } = combination;
  const names = parts.map(({ name }) => name);
  const sources = parts.map(({ item: { source } }) => source);
  return (
    <section className="stack at-start rule" aria-label="The chosen combination">
      <p dir="auto">
        <strong>{plural(positions.length, "cell")}.</strong> {sentenceFor(members, names)}
      </p>
      <Regions positions={positions} />
      <Terms positions={positions} />
      <Button size="small" onPress={() => openWith("explore", [expressionFor(members, sources)])}>
        Build it as an expression
      </Button>
    </section>
  );
}

function Regions({ positions }: { readonly positions: readonly number[] }) {
  const atlas = useAtlas();
  if (!atlas) return null;
  const regions = mergeByName(clustersOf(positions, (position) => atlas.nameAt(position)));
  const named = regions.filter(({ name }) => name !== "").slice(0, SHOWN_REGIONS);
  if (named.length === 0) return null;
  return (
    <p className="muted figures" dir="auto">
      Near {named.map(({ name, cells }) => `${name} ${formatCount(cells)}`).join(", ")}
    </p>
  );
}

function Terms({ positions }: { readonly positions: readonly number[] }) {
  const retina = useRetina();
  const hover = useTermHover();
  const terms = useQuery({
    ...regionTermsQuery(retina?.name ?? "", positions),
    enabled: retina !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="combination-terms row wrap">
      <Answer query={terms} doing="Ranking the terms" waiting="Ranking the terms" />
      {terms.data?.rows.slice(0, SHOWN_TERMS).map(({ term }) => (
        <TermLink key={term} term={term} onHover={hover} onOpen={exploreTerm} />
      ))}
    </div>
  );
}

interface MatrixProps {
  readonly names: readonly string[];
  /** NaN where one of the two has no cells. */
  readonly valueAt: (row: number, column: number) => number;
  readonly onOpen: (row: number, column: number) => void;
}

type Place = readonly [row: number, column: number];

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Cosine of each pair, darker for closer. Arrows move; Enter or a click opens the pair; the map shows the one at the cursor. */
function Matrix({ names, valueAt, onOpen }: MatrixProps) {
  const { threshold } = comparison.use();
  const [cursor, setCursor] = useState<Place>([0, 1]);
  const table = useRef<HTMLTableElement>(null);
  const press = (event: KeyboardEvent) => {
    const [down, right] = STEPS[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    const last = names.length - 1;
    const clamp = (place: number) => Math.max(0, Math.min(last, place));
    const [row, column] = [clamp(cursor[0] + down), clamp(cursor[1] + right)];
    table.current?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`)?.focus();
  };
  return (
    <div className="scroll">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys reach its cells
        role="grid"
        className="matrix figures"
        aria-label="Cosine of each pair"
        onKeyDown={press}
        onPointerLeave={() => lookAtPair(null)}
      >
        <thead>
          <tr>
            <td />
            {names.map((name, column) => (
              <th key={keyOf(column)} scope="col" title={name}>
                {signOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, row) => (
            <tr key={keyOf(row)}>
              <th scope="row" dir="auto" title={name}>
                <span className="clip">
                  {signOf(row)} {name}
                </span>
              </th>
              {names.map((other, column) => (
                <MatrixCell
                  key={keyOf(column)}
                  place={[row, column]}
                  names={[name, other]}
                  value={row === column ? null : valueAt(row, column)}
                  threshold={threshold}
                  isCursor={row === cursor[0] && column === cursor[1]}
                  onCursor={setCursor}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">Framed: at or above your threshold of {threshold.toFixed(2)}.</p>
    </div>
  );
}

/** Two items may have the same name. */
const keyOf = (place: number): string => `item ${place}`;

/** The letter of the map where there is one, else the number. */
const signOf = (place: number): string => letterOf(place) || String(place + 1);

interface MatrixCellProps {
  readonly place: Place;
  readonly names: readonly [string, string];
  /** Null on the diagonal. */
  readonly value: number | null;
  readonly threshold: number;
  readonly isCursor: boolean;
  readonly onCursor: (place: Place) => void;
  readonly onOpen: MatrixProps["onOpen"];
}

function MatrixCell({
  place: [row, column],
  names: [name, other],
  value,
  threshold,
  isCursor,
  onCursor,
  onOpen,
}: MatrixCellProps) {
  const isPair = value !== null;
  const look = () => lookAtPair(isPair ? [row, column] : null);
  return (
    <td>
      <button
        type="button"
        className="matrix-cell plain"
        data-place={`${row} ${column}`}
        data-close={(isPair && value >= threshold) || undefined}
        tabIndex={isCursor ? 0 : -1}
        style={{ "--share": `${Math.round(80 * (value || 0))}%` } as React.CSSProperties}
        aria-label={isPair ? `${name} and ${other}: ${spoken(value)}` : `${name}: the same item`}
        onFocus={() => {
          onCursor([row, column]);
          look();
        }}
        onPointerEnter={look}
        onClick={() => isPair && onOpen(row, column)}
      >
        {isPair ? shortened(value) : ""}
      </button>
    </td>
  );
}

const spoken = (value: number): string => (Number.isNaN(value) ? "no cells" : formatScore(value));

/** Two digits, without the zero before the point. */
const shortened = (value: number): string =>
  Number.isNaN(value) ? "–" : value.toFixed(2).replace(/^0/, "");
