import type { ReactNode } from "react";
import { Dialog } from "react-aria-components";
import { Button } from "../components/controls/button.tsx";
import { Choice, Switch } from "../components/controls/choice.tsx";
import {
  DEFAULT_STYLE,
  type GridStyle,
  STYLE_PRESETS,
} from "../components/fingerprint-grid/style.ts";
import { changeSettings, useSettings } from "../state/settings.ts";

const SHAPES = { square: "Square", rounded: "Rounded", circle: "Circle" } as const;
const LINES = { off: "None", "16": "16", "8": "8", "1": "Each" } as const;
const POOLED = { "128": "128", "64": "64", "32": "32", "16": "16" } as const;

/** How the map is drawn; every control acts at once. */
export function StylePanel() {
  const style = useSettings(({ gridStyle }) => gridStyle);
  const change = (part: Partial<GridStyle>) => changeSettings({ gridStyle: { ...style, ...part } });
  return (
    <Dialog className="style-panel" aria-label="How the map is drawn">
      <Row label="Presets">
        {Object.entries(STYLE_PRESETS).map(([name, preset]) => (
          <Button key={name} size="small" onPress={() => changeSettings({ gridStyle: preset })}>
            {name}
          </Button>
        ))}
      </Row>
      <Choice
        label="Cells"
        options={SHAPES}
        value={style.shape}
        onChange={(shape) => change({ shape })}
      />
      <Choice
        label="Grid lines every"
        options={LINES}
        value={style.lines}
        onChange={(lines) => change({ lines })}
      />
      <Choice
        label="Cells a side"
        options={POOLED}
        value={String(style.pooledTo) as keyof typeof POOLED}
        onChange={(side) => change({ pooledTo: Number(side) as GridStyle["pooledTo"] })}
      />
      {style.pooledTo !== 128 && (
        <p className="muted">
          Pooled: a block stands for {(128 / style.pooledTo) ** 2} cells and is stronger the more of
          them are set.
        </p>
      )}
      <Switch
        label="Gap between cells"
        isOn={style.gap > 0}
        onChange={(isOn) => change({ gap: isOn ? 1 : 0 })}
      />
      <Switch
        label="Density of the vocabulary"
        isOn={style.showsDensity}
        onChange={(showsDensity) => change({ showsDensity })}
      />
      <Switch
        label="Names of regions"
        isOn={style.showsNames}
        onChange={(showsNames) => change({ showsNames })}
      />
      <Button
        size="small"
        tone="quiet"
        onPress={() => changeSettings({ gridStyle: DEFAULT_STYLE })}
      >
        Back to the usual style
      </Button>
    </Dialog>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="choice">
      <span className="choice-label">{label}</span>
      <div className="choice-options">{children}</div>
    </div>
  );
}
