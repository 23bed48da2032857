import {
  Brush,
  Expand,
  Focus,
  Lasso,
  Magnet,
  Map as MapIcon,
  Minus,
  MousePointer2,
  Plus,
  SquareDashed,
} from "lucide-react";
import { IconButton } from "../components/controls/button.tsx";
import type { Tool } from "../model/map/tools.ts";
import { chooseTool, useMapTools } from "../state/map-tools.ts";

const MODES = "Shift adds, Alt subtracts, both intersect";

/** The ways of dragging on the map, with their keys. */
export const TOOL_BUTTONS = [
  { tool: "pointer", icon: MousePointer2, label: "Look and move", keys: "v" },
  { tool: "rectangle", icon: SquareDashed, label: `Select a rectangle. ${MODES}`, keys: "r" },
  { tool: "lasso", icon: Lasso, label: `Select with a lasso. ${MODES}`, keys: "l" },
  { tool: "brush", icon: Brush, label: `Paint cells. ${MODES}`, keys: "d" },
  { tool: "region", icon: MapIcon, label: `Pick a region. ${MODES}`, keys: "e" },
] as const satisfies readonly { tool: Tool; [key: string]: unknown }[];

/** Along the map's left edge: how dragging acts, then how close to look. */
export function MapToolbar({ set }: { readonly set: readonly number[] }) {
  const { tool, controls } = useMapTools();
  return (
    <div
      className="map-toolbar column gap-half fixed"
      role="toolbar"
      aria-label="Map tools"
      aria-orientation="vertical"
    >
      {TOOL_BUTTONS.map((each) => (
        <IconButton
          key={each.tool}
          icon={each.icon}
          label={each.label}
          keys={each.keys}
          isOn={tool === each.tool}
          onPress={() => chooseTool(each.tool)}
        />
      ))}
      <ToolOptions />
      <hr />
      <IconButton icon={Plus} label="Zoom in" keys="+" onPress={() => controls?.zoomBy(1.6)} />
      <IconButton
        icon={Minus}
        label="Zoom out"
        keys="-"
        onPress={() => controls?.zoomBy(1 / 1.6)}
      />
      <IconButton icon={Expand} label="Whole map" keys="0" onPress={() => controls?.fit()} />
      <IconButton
        icon={Focus}
        label="Zoom to the fingerprint"
        keys="z"
        isDisabled={set.length === 0}
        onPress={() => controls?.zoomToCells(set)}
      />
    </div>
  );
}

/** What the chosen tool needs to know; nothing for the pointer. */
function ToolOptions() {
  const { tool, brushSize, onlySet, regionLevel } = useMapTools();
  if (tool === "pointer") return null;
  return (
    <>
      <hr />
      {tool === "brush" && (
        <SmallNumber
          label="Size of the brush, 1 to 9 cells"
          value={brushSize}
          most={9}
          onChange={(size) => useMapTools.setState({ brushSize: size })}
        />
      )}
      {tool === "region" && (
        <SmallNumber
          label="How fine the regions are, 1 to 4"
          value={regionLevel + 1}
          most={4}
          onChange={(level) => useMapTools.setState({ regionLevel: level - 1 })}
        />
      )}
      <IconButton
        icon={Magnet}
        label="Only cells that are set"
        isOn={onlySet}
        onPress={() => useMapTools.setState({ onlySet: !onlySet })}
      />
    </>
  );
}

interface SmallNumberProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function SmallNumber({ label, value, most, onChange }: SmallNumberProps) {
  return (
    <input
      type="number"
      className="tool-number figures"
      aria-label={label}
      title={label}
      min={1}
      max={most}
      value={value}
      onChange={(event) => {
        const next = event.target.valueAsNumber;
        if (next >= 1 && next <= most) onChange(Math.round(next));
      }}
    />
  );
}
