import { Button } from "../../components/controls/button.tsx";
import { OverlapBar } from "../../components/terms/overlap-bar.tsx";
import { formatCount } from "../../model/format.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import { openWith } from "../../state/open-with.ts";
import { SendMenu } from "./send-menu.tsx";
import { useTextLook } from "./text-bench.ts";
import { useTextBench } from "./use-text-bench.ts";

/** What the text is about, the most telling first, with the cells that each word shares with the whole. */
export function Keywords() {
  const { answer } = useTextBench();
  useEndHover(answer);
  const lit = useTextLook(({ keyword }) => keyword);
  const keywords = answer?.keywords ?? [];
  if (!answer || keywords.length === 0) return null;
  const toggle = (term: string) => useTextLook.setState({ keyword: lit === term ? "" : term });
  const together = { or: keywords.map(({ term }) => ({ term })) };
  return (
    <section aria-label="Keywords">
      <div className="text-head row apart">
        <h3>Keywords</h3>
        <Button size="small" tone="quiet" onPress={() => openWith("explore", [together])}>
          Combine in Explore
        </Button>
      </div>
      <ol className="keywords">
        {keywords.map(({ term, score, positions }) => (
          <li
            className="row gap-1"
            key={term}
            onPointerEnter={() => hoverTerm({ name: term, positions })}
            onPointerLeave={() => hoverTerm(null)}
          >
            <button
              type="button"
              className="keyword pick columns grow"
              aria-pressed={lit === term}
              onClick={() => toggle(term)}
              onFocus={() => hoverTerm({ name: term, positions })}
              onBlur={() => hoverTerm(null)}
            >
              <span className="clip" dir="auto">
                {term}
              </span>
              <OverlapBar share={positions.length === 0 ? 0 : score / positions.length} />
              <span className="figures muted nowrap fine">
                {positions.length === 0
                  ? "unknown"
                  : `${formatCount(score)} of ${formatCount(positions.length)}`}
              </span>
            </button>
            <SendMenu what={term} source={{ term }} positions={positions} isSmall />
          </li>
        ))}
      </ol>
    </section>
  );
}
