import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { VIEWS } from "../../../core/api/views.ts";
import { collectionsQuery, rowsQuery } from "../../api/collection-queries.ts";
import { aboutQuery, atlasQuery } from "../../api/map-queries.ts";
import { queryOf } from "../../model/collection/restrictions.ts";
import type { ExportSource } from "../../model/export-source.ts";
import { INK, type PageFacts } from "../../model/printed-page.ts";
import { useLook, useOpenCollection } from "../../state/collection/collection-look.ts";
import { useReaderInView } from "../../state/collection/reader-in-view.ts";
import { useNavigation } from "../../state/navigation.ts";
import { usePublished } from "../../state/publish.ts";
import { useAtlas, useRetina } from "../../state/retina.ts";
import { draftOf, withTexts } from "./make-job.ts";
import { drawLayer } from "./model/image-panels.ts";
import { DEFAULT_IMAGE, styleOf } from "./model/image-settings.ts";
import { type Material, planPicture } from "./model/image-sheet.ts";
import { reportFacts } from "./model/report-facts.ts";
import { rowsExplained, tableOfRows } from "./model/report-of-rows.ts";
import { renderApart } from "./picture-renderer.ts";
import { reportNotes } from "./report-notes.ts";
import { useImagePlan } from "./use-image-plan.ts";

/** The map alone; texts and legend are the report's. */
const PICTURE = {
  ...DEFAULT_IMAGE,
  what: "map",
  format: "svg",
  cell: 3,
  hasTitle: false,
  hasCaption: false,
  hasLegend: false,
  carriesState: false,
} as const;

/** What the report of the result in view says; null until its picture is drawn. */
export function useReport() {
  const { material } = useImagePlan();
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
  const picture = useQuery({
    queryKey: ["report picture", numberOf(material)],
    queryFn: ({ signal }) => drawMap(material, signal),
    gcTime: 0,
  });
  const title = typed ?? usual;
  const found = useMemo(() => {
    if (picture.data === undefined || isMapComing) return null;
    return reportFacts({
      content,
      layers: material.layers,
      picture: picture.data.svg,
      colours: picture.data.colours,
      view: VIEWS.find(({ id }) => id === view)?.title ?? "",
      table: source?.table?.() ?? null,
      explanation: source?.explanation?.() ?? [],
      atlas: content.foreign ? null : atlas,
      retina,
      reader,
      version,
      today: new Date(),
    });
  }, [picture.data, isMapComing, content, material, view, source, atlas, retina, reader, version]);
  const own = notes[key] ?? "";
  // What is found stays as it is while title and notes are typed.
  const facts = useMemo<PageFacts | null>(
    () => found && { ...found, title: title.trim() === "" ? usual : title, notes: own.trim() },
    [found, title, usual, own],
  );
  return { facts, error: picture.error, title, setTitle, notes: own, key };
}

const numbers = new WeakMap<Material, number>();

let made = 0;

/** Stands for the material in a key: to write out each of its cells would take longer than a letter is typed. */
function numberOf(material: Material): number {
  const known = numbers.get(material);
  if (known !== undefined) return known;
  made += 1;
  numbers.set(material, made);
  return made;
}

/** The map, and the colour of each of its layers. */
async function drawMap(material: Material, signal: AbortSignal) {
  const plan = planPicture(material, PICTURE, { style: styleOf(PICTURE) });
  const draft = draftOf(plan, PICTURE, { description: plan.label, fingerprints: [] });
  const bytes = await renderApart(await withTexts(draft), signal);
  const colours = material.layers.map((layer) => drawLayer(layer, plan.style).color ?? INK);
  return { svg: new TextDecoder().decode(bytes), colours };
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
