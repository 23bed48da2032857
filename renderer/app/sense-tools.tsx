import { Palette, Pin } from "lucide-react";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { IconButton } from "../components/controls/button.tsx";
import { type Fingerprint, makeFingerprint } from "../model/fingerprint.ts";
import { plural } from "../model/format.ts";
import type { MapContent } from "../model/map-content.ts";
import type { Sense } from "../model/sense-colours.ts";
import { undoableToast } from "../state/edits.ts";
import { pinAll } from "../state/pins.ts";
import { usePublished } from "../state/publish.ts";
import { changeSettings, useSettings } from "../state/settings.ts";

export const SENSE_KEY = "s";

export const toggleSenseColours = (): void =>
  changeSettings({ coloursSenses: !useSettings.getState().coloursSenses });

/** Beside the legend: the senses of the fingerprint in colours of their own, and each as a fingerprint of its own. */
export function SenseTools() {
  const content = usePublished(({ map }) => map);
  const isOn = useSettings(({ coloursSenses }) => coloursSenses);
  if (content.senses === undefined || content.layers.length === 0) return null;
  return (
    <div className="row gap-1 fixed">
      {isOn && content.fingerprint && (content.senses?.length ?? 0) > 1 && (
        <IconButton icon={Pin} isSmall label="Pin each sense" onPress={() => pinSenses(content)} />
      )}
      <button
        type="button"
        className="sense-toggle press row fine muted"
        aria-label="Colour senses"
        aria-pressed={isOn}
        aria-keyshortcuts={SENSE_KEY}
        title={isOn ? "Draw it in one colour (S)" : "Give each sense its own colour (S)"}
        onClick={toggleSenseColours}
      >
        <Palette size={13} aria-hidden="true" /> <span>Colour senses</span>
      </button>
    </div>
  );
}

function pinSenses({ fingerprint, senses }: MapContent): void {
  if (!fingerprint || !senses) return;
  const label = `Pin ${plural(senses.length, "sense")} of ${fingerprint.label}`;
  pinAll(
    label,
    senses.map((sense) => asFingerprint(fingerprint, sense)),
  );
  undoableToast(label.replace("Pin", "Pinned"));
}

/** What the whole keeps when it keeps only the cells of a sense. */
function asFingerprint({ label, source, retina }: Fingerprint, sense: Sense): Fingerprint {
  const positions = [...sense.positions];
  const kept: ExpressionJson = { and: [source, { positions }] };
  return makeFingerprint({ label: `${label}: ${sense.label}`, positions, source: kept, retina });
}
