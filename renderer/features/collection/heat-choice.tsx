import { memo } from "react";
import { Choice } from "../../components/controls/choice.tsx";
import type { Look } from "../../model/collection/look.ts";
import { changeLook } from "../../state/collection/collection-look.ts";

const COUNTED = { lift: "What stands out", count: "How many rows" } as const;

interface HeatChoiceProps {
  readonly heat: Look["heat"];
  /** No row is left out. */
  readonly isWhole: boolean;
}

/** What the colours of the map count. */
export const HeatChoice = memo(function HeatChoice({ heat, isWhole }: HeatChoiceProps) {
  return (
    <div className="heat-choice">
      <Choice
        label="Colours of the map"
        isBare
        options={COUNTED}
        value={heat}
        onChange={(next) => changeLook(`Map: ${COUNTED[next].toLowerCase()}`, { heat: next })}
      />
      <p className="muted">{explanation(heat, isWhole)}</p>
    </div>
  );
});

function explanation(heat: Look["heat"], isWhole: boolean): string {
  if (heat === "count") return "How many of the rows set each cell.";
  return isWhole
    ? "How much more often than texts on any subject the rows set each cell."
    : "How much more often than the other rows these set each cell.";
}
