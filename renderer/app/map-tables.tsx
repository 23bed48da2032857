import { useMemo, useState } from "react";
import { SIDE } from "../../core/kernel/grid.ts";
import { Button } from "../components/controls/button.tsx";
import { Choice } from "../components/controls/choice.tsx";
import { Dialog } from "../components/controls/dialog.tsx";
import { Empty } from "../components/controls/states.tsx";
import { copyText } from "../components/files/download.ts";
import { type Cluster, clustersOf } from "../components/fingerprint-grid/summary.ts";
import { type Column, VirtualTable } from "../components/table/virtual-table.tsx";
import type { Atlas } from "../model/atlas.ts";
import { formatCount, formatShare, formatSize } from "../model/format.ts";
import { unionOf } from "../model/map/layers.ts";
import type { MapContent } from "../model/map-content.ts";
import { setBrush } from "../state/brush.ts";
import { useMapTools } from "../state/map-tools.ts";
import { usePublished } from "../state/publish.ts";
import { useAtlas } from "../state/retina.ts";
import { toast } from "../state/toasts.ts";
import { closeOverlay, useOverlay } from "./overlays.ts";

/** What the map shows, as text: its clusters and every set cell. */
export function MapTables() {
  const isOpen = useOverlay(({ overlay }) => overlay === "map-tables");
  return (
    <Dialog title="The map as tables" width="wide" isOpen={isOpen} onClose={closeOverlay}>
      {isOpen && <TablesOfMap />}
    </Dialog>
  );
}

const TABLES = { clusters: "Clusters", cells: "Cells" } as const;

function TablesOfMap() {
  const content = usePublished(({ map }) => map);
  const [shown, setShown] = useState<keyof typeof TABLES>("clusters");
  const set = useMemo(() => unionOf(content.layers), [content.layers]);
  if (set.length === 0) return <Empty>{content.emptyText}: there is no cell to list.</Empty>;
  return (
    <div className="map-tables">
      <header className="row gap-0 apart across">
        <p>
          <strong dir="auto">{content.title}</strong>{" "}
          <span className="muted figures">{formatSize(set.length)}</span>
        </p>
        <Choice label="Table" isBare options={TABLES} value={shown} onChange={setShown} />
      </header>
      {shown === "clusters" ? <Clusters set={set} /> : <Cells set={set} content={content} />}
    </div>
  );
}

function Clusters({ set }: { readonly set: readonly number[] }) {
  const atlas = useAtlas();
  const rows = useMemo(
    () => clustersOf(set, (position) => atlas?.nameAt(position) ?? ""),
    [set, atlas],
  );
  const columns = useMemo(() => clusterColumns(set.length, atlas?.anchors), [set, atlas]);
  return (
    <>
      <VirtualTable
        label="Clusters"
        columns={columns}
        rows={rows}
        idOf={({ positions }) => String(positions[0])}
        onOpen={({ positions }) => {
          setBrush("Select a cluster", positions);
          useMapTools.getState().controls?.zoomToCells(positions);
          closeOverlay();
        }}
      />
      <p className="muted">A double click selects the cluster on the map.</p>
    </>
  );
}

const SHOWN_ANCHORS = 6;

/** Distinct names of cells spread evenly over the cluster. */
function anchorsOf(positions: readonly number[], anchors: readonly string[] | undefined): string {
  const step = Math.max(1, Math.floor(positions.length / SHOWN_ANCHORS));
  const names = positions
    .filter((_, index) => index % step === 0)
    .map((position) => anchors?.[position] ?? "");
  return [...new Set(names)].filter(Boolean).slice(0, SHOWN_ANCHORS).join(", ");
}

interface CellsProps {
  readonly set: readonly number[];
  readonly content: MapContent;
}

function Cells({ set, content }: CellsProps) {
  const atlas = useAtlas();
  const members = useMemo(
    () =>
      content.layers
        .filter(({ isOutside }) => !isOutside)
        .map(({ label, letter, positions }) => ({
          name: letter || label,
          cells: new Set(positions),
        })),
    [content.layers],
  );
  const copy = async () => {
    const isDone = await copyText(set.join(", "));
    toast(isDone ? "Copied the positions" : "The system did not allow copying.");
  };
  const columns = useMemo(() => cellColumns(atlas, members), [atlas, members]);
  return (
    <>
      <VirtualTable label="Cells" columns={columns} rows={set} idOf={String} />
      <Button size="small" tone="quiet" onPress={() => void copy()}>
        Copy the positions
      </Button>
    </>
  );
}

const clusterColumns = (
  total: number,
  anchors: readonly string[] | undefined,
): Column<Cluster>[] => [
  {
    id: "rank",
    title: "#",
    hint: "Rank by size",
    track: "32px",
    align: "end",
    cell: (_, index) => index + 1,
  },
  {
    id: "region",
    title: "Region",
    track: "minmax(120px, 1fr)",
    cell: ({ name }) => name || <span className="muted">nameless</span>,
  },
  {
    id: "anchors",
    title: "Cells are named",
    track: "minmax(160px, 2fr)",
    cell: ({ positions }) => <span className="muted">{anchorsOf(positions, anchors)}</span>,
  },
  {
    id: "cells",
    title: "Cells",
    track: "56px",
    align: "end",
    cell: ({ positions }) => formatCount(positions.length),
  },
  {
    id: "share",
    title: "Share",
    hint: "Share of the set cells",
    track: "56px",
    align: "end",
    cell: ({ positions }) => formatShare(positions.length / total),
  },
];

type Member = { readonly name: string; readonly cells: ReadonlySet<number> };

const cellColumns = (atlas: Atlas | null, members: readonly Member[]): Column<number>[] => [
  { id: "position", title: "Position", track: "72px", align: "end", cell: String },
  {
    id: "row",
    title: "Row",
    track: "48px",
    align: "end",
    cell: (position) => Math.floor(position / SIDE) + 1,
  },
  {
    id: "column",
    title: "Column",
    track: "56px",
    align: "end",
    cell: (position) => (position % SIDE) + 1,
  },
  {
    id: "anchor",
    title: "Named",
    track: "minmax(112px, 1fr)",
    cell: (position) => atlas?.anchors[position] ?? "",
  },
  {
    id: "region",
    title: "Region",
    track: "minmax(112px, 1fr)",
    cell: (position) => atlas?.nameAt(position) ?? "",
  },
  {
    id: "in",
    title: "Set in",
    track: "minmax(96px, 1fr)",
    cell: (position) =>
      members
        .filter(({ cells }) => cells.has(position))
        .map(({ name }) => name)
        .join(", "),
  },
];
