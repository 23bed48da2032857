import { Button } from "../../components/controls/button.tsx";
import type { Candidate } from "../../model/filters/feed-lanes.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import { formatCount } from "../../model/format.ts";
import { addExamples } from "../../state/filters/filter-state.ts";
import { toast } from "../../state/toasts.ts";

/** More than this at one press would be a guess, not a decision. */
const MOST_AT_ONCE = 200;

interface AllListedProps {
  readonly filter: Filter;
  readonly rows: readonly Candidate[];
}

/** Decides on every listed text at once. */
export function AllListed({ filter, rows }: AllListedProps) {
  if (rows.length < 2 || rows.length > MOST_AT_ONCE) return null;
  const all = (side: "positive" | "negative") => {
    const left = addExamples(
      filter.id,
      side,
      rows.map(({ text }) => text),
    );
    if (left > 0) toast(`${formatCount(left)} did not fit: a side holds at most 5,000 examples`);
  };
  return (
    <div className="add-ways">
      <Button size="small" tone="quiet" onPress={() => all("positive")}>
        All {formatCount(rows.length)} listed belong
      </Button>
      <Button size="small" tone="quiet" onPress={() => all("negative")}>
        None of them belongs
      </Button>
    </div>
  );
}
