import { Download } from "lucide-react";
import { memo } from "react";
import type { Args } from "../../../core/api/client-types.ts";
import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { call } from "../../api/client.ts";
import { Button } from "../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { download } from "../../components/files/download.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { useScoreRun } from "../../state/collection/score-run.ts";
import { toast } from "../../state/toasts.ts";
import { linesOf, scoreSettings } from "./model/truth.ts";
import { openOrSay } from "./open-or-say.ts";
import { type OpenCollection, useIsImporting } from "./use-collection.ts";

type ExportRowsMenuProps = Pick<OpenCollection, "info" | "look" | "query">;

/** The rows shown as a file, with all columns, labels, scores and what follows from the scores. */
export const ExportRowsMenu = memo(function ExportRowsMenu(props: ExportRowsMenuProps) {
  const { info, look, query } = props;
  const lines = linesOf(info.scores, look);
  const unfinished = useUnfinished(info.name);
  const save = (format: RowsFormat) => openOrSay(saveRows(format));
  const saveRows = async (format: RowsFormat) => {
    const decisive = [...lines].map(([score, from]) => ({ score, from }));
    const { file, data, type } = await exportRows(info.name, query, format, decisive);
    download(file, data, type);
    if (lines.size === 0) {
      toast(`Saved ${file}`);
      return;
    }
    const settings = scoreSettings({
      collection: info.name,
      retina: info.retina,
      truth: info.roles.truth,
      look,
      lines,
    });
    download(
      `${info.name}.settings.json`,
      `${JSON.stringify({ saved: new Date().toISOString(), ...settings }, null, 2)}\n`,
      "application/json",
    );
    toast(`Saved ${file} and its settings`);
  };
  const entries = [
    { id: "csv", label: "Rows shown as CSV", run: () => save("csv") },
    { id: "jsonl", label: "Rows shown as JSONL", run: () => save("jsonl") },
    { id: "parquet", label: "Rows shown as Parquet", run: () => save("parquet") },
  ].map((entry) => ({ ...entry, disabledBecause: unfinished }));
  useRegisterActions(
    entries.map(({ id, label, run, disabledBecause }) => ({
      id: `collection.export-${id}`,
      title: `Export: ${label}`,
      group: "Collection",
      disabledBecause,
      run,
    })),
  );
  return (
    <MenuTrigger>
      <Button size="small">
        <Download size={13} aria-hidden="true" /> Save rows
      </Button>
      <ActionMenu label="Save rows" groups={[{ entries }]} />
    </MenuTrigger>
  );
});

/** Why a file of the rows would have only some of them, or some of their scores; null when all is there. */
function useUnfinished(name: string): string | null {
  const isScoring = useScoreRun(({ collection }) => collection === name);
  const isImporting = useIsImporting();
  if (isImporting) return "The import is still running; a file would contain only some rows";
  return isScoring ? "Scoring is still running; a file would contain only some scores" : null;
}

type RowsFormat = "csv" | "jsonl" | "parquet";

/** Rows with all columns, labels, scores and what the scores decide, as the bytes of a file. @throws ApiError */
async function exportRows(
  name: string,
  query: CollectionQuery,
  format: RowsFormat,
  lines: NonNullable<Args<"app.collectionExport">["lines"]>,
): Promise<{ readonly file: string; readonly data: BlobPart; readonly type: string }> {
  const { data, mediaType } = await call("app.collectionExport", {
    name,
    query,
    format,
    lines: [...lines],
  });
  return { file: `${name}.${format}`, data: data as BlobPart, type: mediaType };
}
