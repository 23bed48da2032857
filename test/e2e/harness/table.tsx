import { useState } from "react";
import { createRoot } from "react-dom/client";
import { type Column, VirtualTable } from "../../../renderer/components/table/virtual-table.tsx";
import { OverlapBar } from "../../../renderer/components/terms/overlap-bar.tsx";
import { NO_SELECTION } from "../../../renderer/model/tables/virtual-window.ts";
import "../../../renderer/styles/tokens.css";
import "../../../renderer/styles/base.css";
import "../../../renderer/styles/primitives.css";

interface Row {
  readonly id: string;
  readonly term: string;
  readonly share: number;
}

const ROWS: readonly Row[] = Array.from({ length: 100_000 }, (_, i) => ({
  id: `row ${i}`,
  term: `term number ${i} of many`,
  share: 1 - i / 100_000,
}));

const COLUMNS: readonly Column<Row>[] = [
  { id: "rank", title: "#", track: "64px", align: "end", cell: (_, index) => index + 1 },
  { id: "term", title: "Term", track: "minmax(120px, 1fr)", cell: ({ term }) => term },
  {
    id: "overlap",
    title: "Overlap",
    track: "160px",
    cell: ({ share }) => <OverlapBar share={share} />,
  },
  {
    id: "share",
    title: "Share",
    track: "80px",
    align: "end",
    cell: ({ share }) => share.toFixed(4),
  },
];

/** A table of 100,000 rows, selectable as in the application. */
function Scene() {
  const [selection, setSelection] = useState(NO_SELECTION);
  return (
    <div style={{ display: "flex", height: 700, width: 640 }}>
      <VirtualTable
        label="Many rows"
        columns={COLUMNS}
        rows={ROWS}
        idOf={({ id }) => id}
        selection={selection}
        onSelect={setSelection}
      />
    </div>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Scene />);
