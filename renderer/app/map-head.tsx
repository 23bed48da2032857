import { useQuery } from "@tanstack/react-query";
import { Pin, Share, SlidersHorizontal } from "lucide-react";
import { aboutQuery } from "../api/map-queries.ts";
import { Button, IconButton } from "../components/controls/button.tsx";
import { Switch } from "../components/controls/choice.tsx";
import { BoxTrigger, FloatBox } from "../components/controls/float-box.tsx";
import {
  ActionMenu,
  type MenuEntry,
  type MenuGroup,
  MenuTrigger,
} from "../components/controls/menu.tsx";
import { copyText, download } from "../components/files/download.ts";
import type { ExportSource, RequestSource } from "../model/export-source.ts";
import { formatSize } from "../model/format.ts";
import type { GridStyle } from "../model/map/style.ts";
import type { MapContent } from "../model/map-content.ts";
import {
  formatTable,
  MEDIA_TYPES,
  type Provenance,
  TABLE_FORMATS,
  type TableFormat,
} from "../model/tables/table-format.ts";
import { type Action, runAction, useActions, useRegisterActions } from "../state/actions.ts";
import { usePublished } from "../state/publish.ts";
import { useRetina } from "../state/retina.ts";
import { changeSettings, useSettings } from "../state/settings.ts";
import { toast } from "../state/toasts.ts";
import { alternatives } from "./key-bindings.ts";
import { Places } from "./places.tsx";

const MAP_STYLE = "What the map shows";

interface MapHeadProps {
  readonly content: MapContent;
  readonly count: number;
}

/** Says what the map shows, and holds what can be done with it: pin, style, export. */
export function MapHead({ content, count }: MapHeadProps) {
  return (
    <header className="map-head row gap-3 apart">
      <div className="map-head-text row on-baseline gap-3">
        <p className="map-title clip strong" dir="auto">
          {content.title || "The map"}
        </p>
        <p className="muted figures nowrap fixed">
          {count > 0 ? formatSize(count) : "128 × 128 cells"}
          {content.isStale && count > 0 && " · from previous input"}
        </p>
      </div>
      <div className="map-head-actions row gap-half">
        <Places />
        <BoxTrigger>
          <IconButton icon={SlidersHorizontal} label={MAP_STYLE} />
          <FloatBox label={MAP_STYLE} className="style-panel stack at-start" placement="bottom end">
            <MapSwitches />
          </FloatBox>
        </BoxTrigger>
        <IconButton
          icon={Pin}
          label="Pin to the shelf"
          keys="$mod+d"
          isDisabled={content.fingerprint === null}
          onPress={() => runAction("shelf.pin")}
        />
        <ExportMenu />
      </div>
    </header>
  );
}

/** The same menu at the same place in every view; what cannot be exported now says why. */
function ExportMenu() {
  const source = usePublished(({ exports }) => exports);
  const content = usePublished(({ map }) => map);
  const retina = useRetina();
  const version = useQuery(aboutQuery()).data?.version ?? "";
  const actions = useActions((state) => state.actions);
  // The rows of a collection are saved by the service, which has all of them.
  const ofRows = actions.findLast(({ id }) => id === "collection.export-csv");
  const about: Provenance = {
    ...source?.settings,
    retina: retina?.name ?? "",
    checksum: retina?.checksum ?? "",
    exported: new Date().toISOString(),
    application: `Semascope ${version}`.trim(),
  };
  useRegisterActions([
    {
      id: "export.table",
      title: "Save the table as CSV",
      group: "File",
      keys: "$mod+s",
      disabledBecause: source?.table || ofRows ? null : NO_TABLE,
      run: () => (source?.table || !ofRows ? saveTable(source, "csv", about) : ofRows.run()),
    },
    ...copyActions(source, content),
  ]);
  const groups: MenuGroup[] = [
    {
      entries: [
        ...actionEntry(actions, "export.image", "Save picture…"),
        ...actionEntry(actions, "export.report", "Report…"),
      ],
    },
    { title: "Save the table as", entries: tableEntries(source, about) },
    { title: "Copy", entries: copyEntries(source, content) },
  ];
  return (
    <MenuTrigger>
      <Button size="small">
        <Share size={14} aria-hidden="true" /> Export
      </Button>
      <ActionMenu label="Export" groups={groups.filter(({ entries }) => entries.length > 0)} />
    </MenuTrigger>
  );
}

/** An action as an entry of the menu, while there is one. */
function actionEntry(actions: readonly Action[], id: string, label: string): MenuEntry[] {
  const action = actions.findLast((each) => each.id === id);
  if (!action) return [];
  const { keys = "", disabledBecause = null, run } = action;
  const [first] = alternatives(keys);
  return [{ id, label, ...(first === undefined ? {} : { keys: first }), disabledBecause, run }];
}

const NO_TABLE = "No table in this view yet";

const TITLES: Readonly<Record<TableFormat, string>> = {
  csv: "CSV",
  tsv: "TSV",
  json: "JSON",
  jsonl: "JSON Lines",
};

function tableEntries(source: ExportSource | null, about: Provenance) {
  const table = source?.table;
  return TABLE_FORMATS.map((format) => ({
    id: format,
    label: TITLES[format],
    disabledBecause: table ? null : NO_TABLE,
    run: () => saveTable(source, format, about),
  }));
}

function saveTable(source: ExportSource | null, format: TableFormat, about: Provenance): void {
  if (!source?.table) return;
  const { name, beside } = source;
  const file = `${name}.${format}`;
  download(file, formatTable(source.table(), format, about), MEDIA_TYPES[format]);
  const isPlain = beside !== undefined && (format === "csv" || format === "tsv");
  if (isPlain) {
    const settings = besideTable(source.settings, about, beside());
    download(`${name}.settings.json`, `${JSON.stringify(settings, null, 2)}\n`, MEDIA_TYPES.json);
  }
  toast(isPlain ? `Saved ${file} and its settings` : `Saved ${file}`);
}

/** Retina, time and version, then the table's own; a checksum only of the retina that it was made with. */
function besideTable(
  inHeader: ExportSource["settings"],
  { checksum = "", ...about }: Provenance,
  own: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const common = Object.entries(about).filter(([name]) => !Object.hasOwn(inHeader, name));
  const isSame = own.retina === undefined || own.retina === about.retina;
  return { ...Object.fromEntries(common), ...(isSame ? { checksum } : {}), ...own };
}

async function copy(what: string, text: string | Promise<string>): Promise<void> {
  toast((await copyText(await text)) ? `Copied ${what}` : "The system did not allow copying.");
}

function copyEntries(source: ExportSource | null, content: MapContent) {
  const { fingerprint } = content;
  const withoutFingerprint = fingerprint ? null : "No single fingerprint is shown";
  return [
    {
      id: "copy-rows",
      label: "Rows",
      disabledBecause: source?.table ? null : NO_TABLE,
      run: () => void (source?.table && copy("the rows", formatTable(source.table(), "tsv", {}))),
    },
    {
      id: "copy-positions",
      label: "Positions",
      disabledBecause: withoutFingerprint,
      run: () => void (fingerprint && copy("the positions", JSON.stringify(fingerprint.positions))),
    },
    {
      id: "copy-fingerprint",
      label: "Fingerprint",
      disabledBecause: withoutFingerprint,
      run: () => void (fingerprint && copy("the fingerprint", JSON.stringify(fingerprint))),
    },
  ];
}

/** For programs, found in the palette alone. */
function copyActions(source: ExportSource | null, { fingerprint }: MapContent): Action[] {
  const { json = fingerprint ? () => fingerprint.source : undefined, request } = source ?? {};
  return [
    {
      id: "copy.json",
      title: "Copy JSON",
      group: "File",
      disabledBecause: json ? null : "No expression is shown",
      run: () => void (json && copy("the JSON", JSON.stringify(json()))),
    },
    {
      id: "copy.curl",
      title: "Copy as curl",
      group: "File",
      disabledBecause: request ? null : "This result comes from no single request",
      run: () => void (request && copy("as curl", curlOf(request))),
    },
  ];
}

async function curlOf(request: RequestSource): Promise<string> {
  const origin = window.engine ? "http://127.0.0.1:8080" : window.location.origin;
  const { curlText } = await import("../components/sharing/curl-text.ts");
  return curlText(request, origin);
}

const SWITCHES: Readonly<Record<keyof GridStyle, string>> = {
  showsTints: "Tints and borders of regions",
  showsTerrain: "Terrain: density of the vocabulary",
  showsNames: "Names of regions",
  showsLines: "Grid lines",
};

/** What the map shows besides its cells; each switch acts at once. */
function MapSwitches() {
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
