import { Button } from "../../components/controls/button.tsx";
import { formatScore, plural } from "../../model/format.ts";
import { nameOf } from "./model/comparison.ts";
import { clearPast, compareHistory, openPast } from "./past-comparisons.ts";

/** Earlier comparisons, one click away. */
export function HistoryList() {
  const past = compareHistory.use();
  if (past.length === 0) return null;
  return (
    <details>
      <summary>{plural(past.length, "past comparison")}</summary>
      <ol>
        {past.map((each) => (
          <li key={each.at}>
            <button
              type="button"
              className="row pick"
              title={`Compared ${new Date(each.at).toLocaleString()}`}
              onClick={() => openPast(each)}
            >
              <span className="clip grow" dir="auto">
                {nameOf(each.left, 0)} – {nameOf(each.right, 1)}
              </span>
              <span className="muted figures">
                {each.cosine === null ? "undefined" : formatScore(each.cosine)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Button size="small" tone="quiet" onPress={clearPast}>
        Clear
      </Button>
    </details>
  );
}
