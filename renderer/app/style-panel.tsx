import { BringToFront } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Button, IconButton } from "../components/controls/button.tsx";
import {
  CellColour,
  CellForms,
  type CellLook,
  CellSwitches,
  GroundColour,
} from "../components/controls/cell-look.tsx";
import { Choice, Switch } from "../components/controls/choice.tsx";
import { FOG_LEVELS, fogLevel } from "../components/fingerprint-grid/fog.ts";
import { type Palette, paletteOf, withOwnColours } from "../components/fingerprint-grid/palette.ts";
import { ContourLegend, FogLegend } from "../components/fingerprint-grid/scale-legend.tsx";
import { formatShare } from "../model/format.ts";
import { DEFAULT_STYLE, type GridStyle, STYLE_PRESETS } from "../model/map/style.ts";
import { changeLook, lookOf, raiseLayer, useLayerLooks } from "../state/layer-looks.ts";
import { usePublished } from "../state/publish.ts";
import { useAtlas } from "../state/retina.ts";
import { changeSettings, useSettings } from "../state/settings.ts";
import { useTheme } from "../state/theme.ts";

const POOLED = { "128": "128", "64": "64", "32": "32", "16": "16" } as const;

/** How the map is drawn; every control acts at once. */
export function StylePanel() {
  const style = useSettings(({ gridStyle }) => gridStyle);
  const change = (part: Partial<GridStyle>) => changeSettings({ gridStyle: { ...style, ...part } });
  const common = {
    look: lookOfStyle(style),
    onChange: (part: Partial<CellLook>) => change(styleOfLook(part)),
  };
  return (
    <>
      <Row label="Presets">
        {Object.entries(STYLE_PRESETS).map(([name, preset]) => (
          <Button key={name} size="small" onPress={() => changeSettings({ gridStyle: preset })}>
            {name}
          </Button>
        ))}
      </Row>
      <CellForms {...common} />
      <Choice
        label="Cells per side"
        options={POOLED}
        value={String(style.pooledTo) as keyof typeof POOLED}
        onChange={(side) => change({ pooledTo: Number(side) as GridStyle["pooledTo"] })}
      />
      <CellColour {...common} />
      <GroundColour {...common} none="Transparent" usual="#fdfcf9" />
      <CellSwitches {...common} />
      <GroundAndNames style={style} change={change} />
      <LayerList />
      <Button
        size="small"
        tone="quiet"
        onPress={() => changeSettings({ gridStyle: DEFAULT_STYLE })}
      >
        Reset the style
      </Button>
    </>
  );
}

/** The map's own way to write the same. */
const lookOfStyle = ({ gap, lines, ...style }: GridStyle): CellLook => ({
  ...style,
  hasGap: gap > 0,
  lines: lines === "off" ? 0 : (Number(lines) as CellLook["lines"]),
});

function styleOfLook({ hasGap, lines, ...part }: Partial<CellLook>): Partial<GridStyle> {
  return {
    ...part,
    ...(hasGap === undefined ? {} : { gap: hasGap ? 1 : 0 }),
    ...(lines === undefined ? {} : { lines: lines === 0 ? "off" : (`${lines}` as const) }),
  };
}

interface StylePartProps {
  readonly style: GridStyle;
  readonly change: (part: Partial<GridStyle>) => void;
}

/** What lies under and over the cells, each with its strength. */
function GroundAndNames({ style, change }: StylePartProps) {
  const density = useAtlas()?.density ?? null;
  const theme = useTheme();
  const palette = useMemo(() => withOwnColours(paletteOf(theme), style), [theme, style]);
  return (
    <section className="stack gap-half" aria-label="Background and names">
      <LayerRow
        label="Names of regions"
        isOn={style.showsNames}
        onSwitch={(showsNames) => change({ showsNames })}
        strength={style.nameStrength}
        onStrength={(nameStrength) => change({ nameStrength })}
      />
      <div className="style-layer columns">
        <Switch
          label="Tints and borders of regions"
          isOn={style.showsTints}
          onChange={(showsTints) => change({ showsTints })}
        />
      </div>
      <LayerRow
        label="Terrain: density of the vocabulary"
        isOn={style.showsDensity}
        onSwitch={(showsDensity) => change({ showsDensity })}
        strength={style.densityStrength}
        onStrength={(densityStrength) => change({ densityStrength })}
      />
      {style.showsDensity && density && <ContourLegend density={density} />}
      <LayerRow
        label="Fog over unreliable areas"
        isOn={style.showsFog}
        onSwitch={(showsFog) => change({ showsFog })}
        strength={style.fogStrength}
        onStrength={(fogStrength) => change({ fogStrength })}
      />
      {style.showsFog && <FogFacts palette={palette} />}
      <div className="style-layer columns">
        <span>Unselected cells</span>
        <Strength
          label="Opacity of unselected cells"
          value={style.dimmed}
          onChange={(dimmed) => change({ dimmed })}
        />
      </div>
    </section>
  );
}

/** What the fog means, in figures and in a sentence. */
function FogFacts({ palette }: { readonly palette: Palette }) {
  const kinship = useAtlas()?.kinship;
  const share = useMemo(() => {
    const clear = kinship?.filter((likeness) => fogLevel(likeness) === FOG_LEVELS - 1).length;
    return kinship && clear !== undefined ? clear / kinship.length : null;
  }, [kinship]);
  return (
    <>
      <FogLegend palette={palette} />
      <p className="muted fine">
        In fog, cells side by side share hardly more terms than cells anywhere, so distance there
        means little.
        {share !== null && ` ${formatShare(share)} of this map is clear.`}
      </p>
    </>
  );
}

interface LayerRowProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly strength: number;
  readonly onStrength: (strength: number) => void;
  readonly children?: ReactNode;
}

function LayerRow({ label, isOn, onSwitch, strength, onStrength, children }: LayerRowProps) {
  return (
    <div className="style-layer columns">
      <Switch label={label} isOn={isOn} onChange={onSwitch} />
      <Strength
        label={`Opacity of ${label}`}
        value={strength}
        onChange={onStrength}
        isDisabled={!isOn}
      />
      {children}
    </div>
  );
}

interface StrengthProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly isDisabled?: boolean;
}

function Strength({ label, value, onChange, isDisabled = false }: StrengthProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={`${Math.round(100 * value)} percent`}
      min={0.1}
      max={1}
      step={0.1}
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
    />
  );
}

/** Each layer of what is shown: on or off, how strong, and which lies on top. */
function LayerList() {
  const { layers } = usePublished(({ map }) => map);
  const { looks } = useLayerLooks();
  if (layers.length === 0) return null;
  return (
    <section className="stack gap-half" aria-label="Layers">
      <h3>Layers</h3>
      {layers.map(({ id, label }) => {
        const { isHidden, opacity } = lookOf(looks, id);
        return (
          <LayerRow
            key={id}
            label={label}
            isOn={!isHidden}
            onSwitch={(isOn) => changeLook(id, { isHidden: !isOn })}
            strength={opacity}
            onStrength={(strength) => changeLook(id, { opacity: strength })}
          >
            {layers.length > 1 && (
              <IconButton
                icon={BringToFront}
                isSmall
                label={`Draw ${label} on top`}
                onPress={() => raiseLayer(layers, id)}
              />
            )}
          </LayerRow>
        );
      })}
    </section>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="choice">
      <span className="choice-label">{label}</span>
      <div className="choice-options row gap-half wrap">{children}</div>
    </div>
  );
}
