import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { VIEWS } from "../../../core/api/views.ts";
import { collectionsQuery, rowsQuery } from "../../api/collection-queries.ts";
import { aboutQuery, atlasQuery } from "../../api/map-queries.ts";
import { PageDialog } from "../../components/printed-page/page-dialog.tsx";
import { queryOf } from "../../model/collection/restrictions.ts";
import type { ExportSource } from "../../model/export-source.ts";
import { INK, type PageFacts } from "../../model/printed-page.ts";
import { useLook, useOpenCollection } from "../../state/collection/collection-look.ts";
import { useReaderInView } from "../../state/collection/reader-in-view.ts";
import { useNavigation } from "../../state/navigation.ts";
import { usePublished } from "../../state/publish.ts";
import { useAtlas, useRetina } from "../../state/retina.ts";
import { toast } from "../../state/toasts.ts";
import { drawPicture } from "./make-picture.ts";
import { drawLayer } from "./model/picture-panels.ts";
import { DEFAULT_PICTURE } from "./model/picture-settings.ts";
import { type Material, planPicture } from "./model/picture-sheet.ts";
import { reportFacts } from "./model/report-facts.ts";
import { rowsExplained, tableOfRows } from "./model/report-of-rows.ts";
import { noteOn, reportNotes } from "./report-notes.ts";
import { useMaterial } from "./use-material.ts";

const LONGEST_TITLE = 200;
const LONGEST_NOTES = 5000;

/** One page with map, explanation, table and notes of the result in view, to hand to somebody. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const { facts, title, setTitle, notes, key } = useReport();
  return (
    <PageDialog
      title="Report"
      noun="report"
      facts={facts}
      error={null}
      hint="Saves one self-contained file. Notes are stored in the workspace. Export saves the whole table."
      onSaved={(file) => toast(`Saved ${file}`)}
      onClose={onClose}
      fields={
        <>
          <label className="stack gap-1">
            <span>Title</span>
            <input
              type="text"
              dir="auto"
              maxLength={LONGEST_TITLE}
              value={title}
              onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          </label>
          <label className="stack gap-1">
            <span>Notes</span>
            <textarea
              // biome-ignore lint/a11y/noAutofocus: the fields are inside a dialog
              autoFocus
              dir="auto"
              rows={8}
              maxLength={LONGEST_NOTES}
              placeholder="What was found, and what it means"
              value={notes}
              onChange={({ currentTarget }) => noteOn(key, currentTarget.value)}
            />
          </label>
        </>
      }
    />
  );
}

/** The map alone; texts and legend are the report's. */
const PICTURE = { ...DEFAULT_PICTURE, hasLegend: false };

/** What the report of the result in view says; null until its picture is drawn. */
function useReport() {
  const material = useMaterial();
  const content = usePublished(({ map }) => map);
  const offered = usePublished(({ exports }) => exports);
  const view = useNavigation((state) => state.view);
  const collection = useCollectionSource(view === "collection" && !offered);
  const source = offered ?? collection;
  const atlas = useAtlas();
  const retina = useRetina();
  const reader = useReaderInView();
  // A page saved before the atlas has come would have no tints and no regions; where there is none, it is made without.
  const isMapComing = useQuery({
    ...atlasQuery(retina?.name ?? ""),
    enabled: retina !== null,
  }).isLoading;
  const version = useQuery(aboutQuery()).data?.version ?? "";
  const notes = reportNotes.use();
  const usual = content.title || source?.name || "The map";
  const [typed, setTitle] = useState<string | null>(null);
  const key = `${view}: ${usual}`;
  const picture = useMemo(() => drawMap(material), [material]);
  const title = typed ?? usual;
  const found = useMemo(() => {
    if (isMapComing) return null;
    return reportFacts({
      content,
      layers: material.layers,
      picture: picture.svg,
      colours: picture.colours,
      view: VIEWS.find(({ id }) => id === view)?.title ?? "",
      table: source?.table?.() ?? null,
      explanation: source?.explanation?.() ?? [],
      atlas: content.foreign ? null : atlas,
      retina,
      reader,
      version,
      today: new Date(),
    });
  }, [picture, isMapComing, content, material, view, source, atlas, retina, reader, version]);
  const own = notes[key] ?? "";
  // What is found stays as it is while title and notes are typed.
  const facts = useMemo<PageFacts | null>(
    () => found && { ...found, title: title.trim() === "" ? usual : title, notes: own.trim() },
    [found, title, usual, own],
  );
  return { facts, title, setTitle, notes: own, key };
}

/** The map, and the colour of each of its layers. */
function drawMap(material: Material) {
  const picture = planPicture(material, PICTURE, "map");
  const { svg } = drawPicture(picture, picture.label);
  const colours = material.layers.map((layer) => drawLayer(layer, picture.style).color ?? INK);
  return { svg, colours };
}

/** A sheet has room for no more. */
const ROWS = 40;

/** What a report says of the open collection: its rows in the order in view, and which of them are left; null until they are known. */
function useCollectionSource(
  isWanted: boolean,
): Pick<ExportSource, "name" | "table" | "explanation"> | null {
  const name = useOpenCollection();
  const { restrictions, sort } = useLook();
  const infos = useQuery({ ...collectionsQuery(), enabled: isWanted });
  const info = infos.data?.collections.find((each) => each.name === name);
  const query = useMemo(() => queryOf(restrictions), [restrictions]);
  const { data } = useQuery({
    ...rowsQuery(name, { query, sort, offset: 0, limit: ROWS }),
    enabled: isWanted && info !== undefined,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!isWanted || !info || !data) return null;
    const { roles, columns, rows: of } = info;
    return {
      name,
      table: () => {
        const first = [roles.title, roles.date, roles.category];
        return { ...tableOfRows(data.rows, columns, first), total: data.total };
      },
      explanation: () => rowsExplained({ name, of, total: data.total, restrictions }),
    };
  }, [isWanted, info, data, name, restrictions]);
}
