import { lazy, Suspense, useState } from "react";
import { useRegisterActions } from "../../state/actions.ts";
import { usePublished } from "../../state/publish.ts";
import "./export.css";

const PictureDialog = lazy(async () => ({
  default: (await import("./picture-dialog.tsx")).PictureDialog,
}));
const ReportDialog = lazy(async () => ({
  default: (await import("./report-dialog.tsx")).ReportDialog,
}));

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
  return (
    <Suspense>
      {open === "picture" && <PictureDialog onClose={close} />}
      {open === "report" && <ReportDialog onClose={close} />}
    </Suspense>
  );
}
