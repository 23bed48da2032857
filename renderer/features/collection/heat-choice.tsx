import { Choice } from "../../components/controls/choice.tsx";
import type { Look } from "../../model/collection/look.ts";
import { changeLook } from "../../state/collection/collection-look.ts";

const COUNTED = { lift: "What stands out", count: "How many rows" } as const;

/** What the colours of the map count. */
export function HeatChoice({ look }: { readonly look: Look }) {
  return (
    <div className="heat-choice">
      <Choice
        label="Colours of the map"
        isBare
        options={COUNTED}
        value={look.heat}
        onChange={(heat) => changeLook(`Map: ${COUNTED[heat].toLowerCase()}`, { heat })}
      />
      <p className="muted">{explanation(look)}</p>
    </div>
  );
}

function explanation({ heat, restrictions }: Look): string {
  if (heat === "count") return "How many of the rows set each cell.";
  return restrictions.length === 0
    ? "How much more often than texts on any subject the rows set each cell."
    : "How much more often than the other rows these set each cell.";
}
