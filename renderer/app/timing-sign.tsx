import { useEffect, useState } from "react";
import type { Name } from "../../core/api/client-types.ts";
import { onTiming } from "../api/client.ts";
import { formatDuration } from "../model/format.ts";
import { useSettings } from "../state/settings.ts";

/** What a person waited for, by the call that answered it; what nobody waits for is not told. */
const WAITED_FOR: Partial<Readonly<Record<Name, string>>> = {
  "app.atlas": "Map",
  "app.bridges": "Bridges",
  "app.compare": "Comparison",
  "app.complete": "Suggestions",
  "app.evaluate": "Fingerprint",
  "app.explainMatch": "Explanation",
  "app.explore": "Near terms",
  "app.filterReport": "Filter",
  "app.regionTerms": "Terms there",
  "app.term": "Term",
  "app.textBench": "Reading",
};

/** The engine's last answer, and how long it took. */
export function TimingSign() {
  const isShown = useSettings(({ showsTimings }) => showsTimings);
  const [text, setText] = useState("");
  useEffect(
    () =>
      onTiming((name, milliseconds) => {
        const what = WAITED_FOR[name];
        if (what) setText(`${what} in ${formatDuration(milliseconds)}`);
      }),
    [],
  );
  if (!isShown) return null;
  return (
    <span className="figures nowrap status-timing" title="How long the last answer took">
      {text}
    </span>
  );
}
