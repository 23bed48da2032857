import { useState } from "react";
import { onDemand, WithCode } from "../../api/on-demand.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { usePublished } from "../../state/publish.ts";
import { PictureOpener } from "./picture-opener.tsx";
import "./export.css";

const imageDialog = onDemand(
  "image dialog",
  async () => (await import("./image-dialog.tsx")).ImageDialog,
);
const reportDialog = onDemand(
  "report dialog",
  async () => (await import("./report/report-dialog.tsx")).ReportDialog,
);

/** Pictures and reports out of the application, and pictures back into it: mounted once, opened by actions and by dropped files. */
export function ImageExport() {
  const [open, setOpen] = useState<"picture" | "report" | null>(null);
  const isEmpty = usePublished(
    ({ map: { layers, points } }) => layers.length === 0 && !points?.ids.length,
  );
  const hasTable = usePublished(({ exports }) => exports?.table !== undefined);
  const close = () => setOpen(null);
  useRegisterActions([
    {
      id: "export.image",
      title: "Export a picture…",
      group: "File",
      keys: "$mod+Shift+e,w p",
      run: () => setOpen("picture"),
    },
    {
      id: "export.report",
      title: "Report: map, explanation, table and notes on one page…",
      group: "File",
      keys: "w r",
      disabledBecause: isEmpty && !hasTable ? "Nothing is shown yet" : null,
      run: () => setOpen("report"),
    },
  ]);
  return (
    <>
      {open === "picture" && (
        <WithCode code={imageDialog}>{(ImageDialog) => <ImageDialog onClose={close} />}</WithCode>
      )}
      {open === "report" && (
        <WithCode code={reportDialog}>
          {(ReportDialog) => <ReportDialog onClose={close} />}
        </WithCode>
      )}
      <PictureOpener />
    </>
  );
}
