import { Download } from "lucide-react";
import { memo } from "react";
import { MenuTrigger } from "react-aria-components";
import { Button } from "../../components/controls/button.tsx";
import { ActionMenu } from "../../components/controls/menu.tsx";
import { download } from "../../components/files/download.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { exportRows, type RowsFormat } from "../../state/collection/export-rows.ts";
import { toast } from "../../state/toasts.ts";
import { openOrSay } from "./open-or-say.ts";
import type { OpenCollection } from "./use-collection.ts";

type ExportRowsMenuProps = Pick<OpenCollection, "query"> & { readonly name: string };

/** The rows shown as a file, with all columns, labels and scores. */
export const ExportRowsMenu = memo(function ExportRowsMenu({ name, query }: ExportRowsMenuProps) {
  const save = (format: RowsFormat) =>
    openOrSay(
      exportRows(name, query, format).then(({ file, data, type }) => {
        download(file, data, type);
        toast(`Saved ${file}`);
      }),
    );
  const entries = [
    { id: "csv", label: "Rows shown as CSV", run: () => save("csv") },
    { id: "jsonl", label: "Rows shown as JSONL", run: () => save("jsonl") },
    { id: "parquet", label: "Rows shown as Parquet", run: () => save("parquet") },
  ];
  useRegisterActions(
    entries.map(({ id, label, run }) => ({
      id: `collection.export-${id}`,
      title: `Export: ${label}`,
      group: "Collection",
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
