import { useState } from "react";
import { useRegisterActions } from "../../state/actions.ts";
import { usePublished } from "../../state/publish.ts";
import { ImageDialog } from "./image-dialog.tsx";
import { PictureOpener } from "./picture-opener.tsx";
import { ReportDialog } from "./report/report-dialog.tsx";
import "./export.css";

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
      {open === "picture" && <ImageDialog onClose={close} />}
      {open === "report" && <ReportDialog onClose={close} />}
      <PictureOpener />
    </>
  );
}
