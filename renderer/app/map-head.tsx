import { Pin, SlidersHorizontal, Table2, Undo2 } from "lucide-react";
import { DialogTrigger, Popover } from "react-aria-components";
import { Button } from "../components/controls/button.tsx";
import { IconButton } from "../components/controls/icon-button.tsx";
import { formatSize } from "../model/format.ts";
import { DEFAULT_STYLE } from "../model/map/style.ts";
import type { MapContent } from "../model/map-content.ts";
import { runAction } from "../state/actions.ts";
import { changeSettings, useSettings } from "../state/settings.ts";
import { ExportMenu } from "./export-menu.tsx";
import { Places } from "./places.tsx";
import { StylePanel } from "./style-panel.tsx";
import { SwapCentre } from "./swap-centre.tsx";

interface MapHeadProps {
  readonly content: MapContent;
  readonly count: number;
}

/** Says what the map shows, and holds what can be done with it: pin, style, export. */
export function MapHead({ content, count }: MapHeadProps) {
  const style = useSettings(({ gridStyle }) => gridStyle);
  const isOwnStyle = JSON.stringify(style) !== JSON.stringify(DEFAULT_STYLE);
  return (
    <header className="map-head row gap-3 apart">
      <div className="map-head-text row on-baseline gap-3">
        <p className="map-title clip strong" dir="auto">
          {content.title || "The map"}
        </p>
        <p className="muted figures nowrap clip">
          {count > 0 ? formatSize(count) : "128 × 128 cells"}
          {content.isStale && count > 0 && " · from previous input"}
        </p>
      </div>
      <div className="map-head-actions row gap-half">
        {isOwnStyle && (
          <Button
            size="small"
            tone="quiet"
            onPress={() => changeSettings({ gridStyle: DEFAULT_STYLE })}
          >
            <Undo2 size={13} aria-hidden="true" /> Default style
          </Button>
        )}
        <SwapCentre />
        <Places />
        <DialogTrigger>
          <IconButton icon={SlidersHorizontal} label="How the map is drawn" />
          <Popover className="style-popover float" placement="bottom end" offset={4}>
            <StylePanel />
          </Popover>
        </DialogTrigger>
        <IconButton
          icon={Table2}
          label="The map as tables"
          keys="Shift+T"
          onPress={() => runAction("map.tables")}
        />
        <IconButton
          icon={Pin}
          label="Pin to the shelf"
          keys="p"
          isDisabled={content.fingerprint === null}
          onPress={() => runAction("shelf.pin")}
        />
        <ExportMenu />
      </div>
    </header>
  );
}
