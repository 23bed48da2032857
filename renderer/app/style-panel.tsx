import { BringToFront } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog } from "react-aria-components";
import { Button } from "../components/controls/button.tsx";
import { Choice, Switch } from "../components/controls/choice.tsx";
import { IconButton } from "../components/controls/icon-button.tsx";
import {
  DEFAULT_STYLE,
  type GridStyle,
  STYLE_PRESETS,
} from "../components/fingerprint-grid/style.ts";
import { changeLook, lookOf, raiseLayer, useLayerLooks } from "../state/layer-looks.ts";
import { useMapContent } from "../state/map-content.ts";
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
      <StyleSwitches style={style} change={change} />
      <LayerList />
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

interface StyleSwitchesProps {
  readonly style: GridStyle;
  readonly change: (part: Partial<GridStyle>) => void;
}

function StyleSwitches({ style, change }: StyleSwitchesProps) {
  return (
    <>
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
    </>
  );
}

/** Each layer of what is shown: on or off, how strong, and which lies on top. */
function LayerList() {
  const { layers } = useMapContent().content;
  const { looks } = useLayerLooks();
  if (layers.length === 0) return null;
  return (
    <section className="style-layers" aria-label="Layers">
      <h3>Layers</h3>
      {layers.map(({ id, label }) => {
        const { isHidden, opacity } = lookOf(looks, id);
        return (
          <div key={id} className="style-layer">
            <Switch
              label={label}
              isOn={!isHidden}
              onChange={(isOn) => changeLook(id, { isHidden: !isOn })}
            />
            <input
              type="range"
              aria-label={`Strength of ${label}`}
              min={0.1}
              max={1}
              step={0.1}
              value={opacity}
              disabled={isHidden}
              onChange={({ currentTarget }) =>
                changeLook(id, { opacity: currentTarget.valueAsNumber })
              }
            />
            {layers.length > 1 && (
              <IconButton
                icon={BringToFront}
                isSmall
                label={`Draw ${label} on top`}
                onPress={() => raiseLayer(layers, id)}
              />
            )}
          </div>
        );
      })}
    </section>
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
