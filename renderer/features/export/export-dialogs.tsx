import { useState } from "react";
import { useRegisterActions } from "../../state/actions.ts";
import { usePublished } from "../../state/publish.ts";
import { PictureDialog } from "./picture-dialog.tsx";
import { ReportDialog } from "./report-dialog.tsx";
import "./export.css";

/** Pictures and reports of what is in view: mounted once, opened by actions. */
export function ExportDialogs() {
  const [open, setOpen] = useState<"picture" | "report" | null>(null);
  const isEmpty = usePublished(
    ({ map: { layers, points } }) => layers.length === 0 && !points?.ids.length,
  );
  const why = usePublished(({ map }) => map.emptyText);
  const hasTable = usePublished(({ exports }) => exports?.table !== undefined);
  const close = () => setOpen(null);
  useRegisterActions([
    {
      id: "export.image",
      title: "Save picture…",
      group: "File",
      keys: "$mod+Shift+e",
      run: () => setOpen("picture"),
    },
    {
      id: "export.report",
      title: "Report: map, explanation, table and notes on one page…",
      group: "File",
      keys: "$mod+Shift+p",
      disabledBecause: isEmpty && !hasTable ? why || "Nothing is shown yet" : null,
      run: () => setOpen("report"),
    },
  ]);
  if (open === "picture") return <PictureDialog onClose={close} />;
  return open === "report" && <ReportDialog onClose={close} />;
}
