import { Pause, Play } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { IconButton } from "../../components/controls/button.tsx";
import { useRegisterActions } from "../../state/actions.ts";
import { restrict, restrictOnwards } from "../../state/collection/collection-look.ts";
import { useTimeRange } from "./time-strip.tsx";
import type { OpenCollection } from "./use-collection.ts";

interface TimePlayerProps {
  readonly open: OpenCollection;
  /** Of dates. */
  readonly column: string;
}

/** Steps per second. */
const SPEEDS = [0.5, 1, 2, 4] as const;
/** Fast changes of the whole map are what calm motion is to spare people. */
const CALM = 1;

/** Moves the chosen range through time, step by step, and begins again at the start. All of it is one step of undo. */
export const TimePlayer = memo(function TimePlayer({ open, column }: TimePlayerProps) {
  const { steps: all, range, restrictionTo } = useTimeRange(open, column);
  const steps = all.length;
  const onRange = (next: readonly [number, number], isFirst: boolean) =>
    isFirst ? restrict(restrictionTo(next)) : restrictOnwards(restrictionTo(next));
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const perSecond = isCalm ? Math.min(CALM, speed) : speed;
  const [low, high] = range;
  const go = useRef(onRange);
  go.current = onRange;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(
      () => go.current(nextRange([low, high], steps), false),
      1000 / perSecond,
    );
    return () => clearTimeout(timer);
  }, [isPlaying, perSecond, low, high, steps]);
  const toggle = () => {
    if (!isPlaying) onRange(nextRange([low, high], steps), true);
    setPlaying(!isPlaying);
  };
  useRegisterActions([
    {
      id: "collection.play-time",
      title: isPlaying ? "Stop playing through time" : "Play through time",
      group: "Collection",
      run: toggle,
    },
  ]);
  if (steps < 2) return null;
  return (
    <div className="time-player row gap-1 fixed">
      {isPlaying && (
        <select
          aria-label="Steps per second"
          title="Steps per second"
          value={speed}
          onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
        >
          {SPEEDS.filter((each) => !isCalm || each <= CALM).map((each) => (
            <option key={each} value={each}>
              {each} /s
            </option>
          ))}
        </select>
      )}
      <IconButton
        icon={isPlaying ? Pause : Play}
        isSmall
        label={isPlaying ? "Pause" : "Play through time"}
        isOn={isPlaying}
        onPress={toggle}
      />
    </div>
  );
});

/** One step on, as wide as before; from the end to the beginning; where everything is chosen, the first step. */
function nextRange(
  [low, high]: readonly [number, number],
  steps: number,
): readonly [number, number] {
  const width = Math.max(1, high - low);
  if (width >= steps) return [0, 1];
  return high + 1 > steps ? [0, width] : [low + 1, high + 1];
}
