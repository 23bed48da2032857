import { useMemo, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Empty } from "../../components/controls/states.tsx";
import type { ExportSource } from "../../model/export-source.ts";
import { formatCount, plural } from "../../model/format.ts";
import { hueOf, letterOf } from "../../model/map/layers.ts";
import {
  type Combination,
  combinationsOf,
  indicesOf,
  sentenceFor,
} from "../../model/overlay/combinations.ts";
import { overlayExplained } from "../../model/overlay/explain-overlay.ts";
import { setBrush } from "../../state/brush.ts";
import { useIsBrushed } from "../../state/brush-choice.ts";
import {
  type Laid,
  overlay,
  setReading,
  useChosenCombination,
  useLaid,
} from "../../state/overlay/overlay-state.ts";
import { usePublish } from "../../state/publish.ts";
import { ChosenCombination } from "./chosen-combination.tsx";

const READINGS = { exact: "Exactly these", least: "At least these" } as const;
const FIRST_SHOWN = 24;

/** How many cells each combination has; a press lights them and tells what they are about. */
export function OverlayResults() {
  const parts = usePartsTold();
  const { reading } = overlay.use();
  const sets = useMemo(() => parts.map(({ pin }) => pin.positions), [parts]);
  const combinations = useMemo(() => combinationsOf(sets, reading), [sets, reading]);
  const { chosen } = useChosenCombination();
  const isBrushed = useIsBrushed();
  const key = keyOf(parts);
  const choose = (combination: Combination) => {
    useChosenCombination.setState({ chosen: { key, members: combination.members } });
    const names = namesOf(combination, parts).join(" and ");
    setBrush(`Select the cells of ${names}`, combination.positions);
  };
  const shown =
    chosen?.key === key
      ? combinations.find(({ members }) => members === chosen.members)
      : undefined;
  usePublish({ exports: useCombinationTable(parts) });
  if (parts.length < 2)
    return (
      <div className="results">
        <h2>Combinations</h2>
        <Empty>
          With two or more fingerprints, the cells of each combination appear here as bars.
        </Empty>
      </div>
    );
  return (
    <div className="results overlay-results">
      <h2>Combinations</h2>
      <Choice
        label="Cells in"
        isBare
        options={READINGS}
        value={reading}
        onChange={(next) => {
          setReading(next);
          const same = combinationsOf(sets, next).find(({ members }) => members === shown?.members);
          if (same) choose(same);
        }}
      />
      <Sum combinations={combinations} sets={sets} isExact={reading === "exact"} />
      <Bars
        combinations={combinations}
        parts={parts}
        chosen={shown && isBrushed(shown.positions) ? shown : undefined}
        onChoose={choose}
      />
      {shown && <ChosenCombination combination={shown} parts={parts} reading={reading} />}
    </div>
  );
}

/** Those that take part and can be told apart. */
function usePartsTold(): readonly Laid[] {
  const laid = useLaid();
  const told = laid.filter(({ isIn, place }) => isIn && letterOf(place) !== "");
  const key = JSON.stringify(told.map(({ pin }) => [pin.id, pin.label]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew each time; pins do not change under one id
  return useMemo(() => told, [key]);
}

const keyOf = (parts: readonly Laid[]): string => parts.map(({ pin }) => pin.id).join(" ");

const namesOf = ({ members }: Combination, parts: readonly Laid[]): string[] =>
  indicesOf(members).map((index) => parts[index]!.pin.label);

interface SumProps {
  readonly combinations: readonly Combination[];
  readonly sets: readonly (readonly number[])[];
  readonly isExact: boolean;
}

/** What the bars add up to, so that nobody reads the one kind as the other. */
function Sum({ combinations, sets, isExact }: SumProps) {
  const union = new Set(sets.flat()).size;
  return (
    <p className="muted figures">
      {isExact
        ? `${plural(combinations.length, "combination")}; together the ${plural(union, "cell")} that are set in any.`
        : `Cells may be in several of these ${formatCount(combinations.length)}, so they add up to more than the ${plural(union, "cell")} that are set.`}
    </p>
  );
}

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
    <div className="overlay-bars">
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
  const { reading } = overlay.use();
  const names = parts.map(({ pin }) => pin.label);
  return (
    <button
      type="button"
      className="overlay-bar"
      aria-pressed={isChosen}
      aria-label={`${plural(combination.positions.length, "cell")}. ${sentenceFor(combination.members, names, reading)}`}
      onClick={onChoose}
    >
      <span className="overlay-letters" aria-hidden="true">
        {parts.map(({ place }, index) =>
          inside.has(index) ? (
            <span
              key={place}
              className="sense-dot"
              style={{ background: `var(--${hueOf(place)})` }}
            >
              {letterOf(place)}
            </span>
          ) : (
            <span key={place} className="overlay-gap">
              ·
            </span>
          ),
        )}
      </span>
      <span className="overlay-length" aria-hidden="true">
        <span style={{ width: `${100 * share}%` }} />
      </span>
      <span className="figures">{formatCount(combination.positions.length)}</span>
    </button>
  );
}

/** Both readings of every combination, whichever is shown. */
function useCombinationTable(parts: readonly Laid[]): ExportSource | null {
  return useMemo(() => {
    if (parts.length < 2) return null;
    const sets = parts.map(({ pin }) => pin.positions);
    return {
      name: "combinations",
      explanation: () =>
        overlayExplained(
          parts.map(({ pin }) => pin.label),
          sets,
        ),
      settings: { fingerprints: parts.map(({ pin }) => pin.label).join(", ") },
      table: () => {
        const exact = new Map(
          combinationsOf(sets, "exact").map(({ members, positions }) => [members, positions]),
        );
        return {
          columns: ["combination", "cells in exactly these", "cells in at least these", "exactly"],
          forPrograms: 1,
          rows: combinationsOf(sets, "least").map((combination) => [
            namesOf(combination, parts).join(" & "),
            exact.get(combination.members)?.length ?? 0,
            combination.positions.length,
            (exact.get(combination.members) ?? []).join(" "),
          ]),
        };
      },
    };
  }, [parts]);
}
