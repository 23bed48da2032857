import { Switch } from "../components/controls/choice.tsx";
import type { GridStyle } from "../model/map/style.ts";
import { changeSettings, useSettings } from "../state/settings.ts";

const SWITCHES: Readonly<Record<keyof GridStyle, string>> = {
  showsTints: "Tints and borders of regions",
  showsTerrain: "Terrain: density of the vocabulary",
  showsNames: "Names of regions",
  showsLines: "Grid lines",
};

/** What the map shows besides its cells; each switch acts at once. */
export function MapSwitches() {
  const style = useSettings(({ gridStyle }) => gridStyle);
  return Object.entries(SWITCHES).map(([part, label]) => (
    <Switch
      key={part}
      label={label}
      isOn={style[part as keyof GridStyle]}
      onChange={(isOn) => changeSettings({ gridStyle: { ...style, [part]: isOn } })}
    />
  ));
}
