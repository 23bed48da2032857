import { useState } from "react";
import { onDemand, WithCode } from "../../components/on-demand.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { usePublished } from "../../state/publish.ts";
import "./export.css";

const pictureDialog = onDemand(
  "picture dialog",
  async () => (await import("./picture-dialog.tsx")).PictureDialog,
);

const reportDialog = onDemand(
  "report dialog",
  async () => (await import("./report-dialog.tsx")).ReportDialog,
);

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
      keys: "$mod+Shift+e,w p",
      run: () => setOpen("picture"),
    },
    {
      id: "export.report",
      title: "Report: map, explanation, table and notes on one page…",
      group: "File",
      keys: "w r",
      disabledBecause: isEmpty && !hasTable ? why || "Nothing is shown yet" : null,
      run: () => setOpen("report"),
    },
  ]);
  if (open === "picture")
    return (
      <WithCode code={pictureDialog}>
        {(PictureDialog) => <PictureDialog onClose={close} />}
      </WithCode>
    );
  if (open === "report")
    return (
      <WithCode code={reportDialog}>{(ReportDialog) => <ReportDialog onClose={close} />}</WithCode>
    );
  return null;
}
