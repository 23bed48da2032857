import { useRef, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { FileOpener } from "../../components/files/file-opener.tsx";
import { onDemand, WithCode } from "../../components/on-demand.ts";
import { plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { usePublished } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import type { Opened } from "./open-picture.ts";
import "./export.css";

const imageDialog = onDemand(
  "image dialog",
  async () => (await import("./image-dialog.tsx")).ImageDialog,
);

const reportDialog = onDemand(
  "report dialog",
  async () => (await import("./report-dialog.tsx")).ReportDialog,
);

/** Pictures and reports out of the application, and pictures back into it: mounted once, opened by actions and by dropped files. */
export function ImageExport() {
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
      disabledBecause: isEmpty && !hasTable ? why || "Nothing is shown yet" : null,
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

/** Pictures that carry how they were made open again: dropped anywhere on the window, or chosen. */
function PictureOpener() {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  useRegisterActions([
    {
      id: "picture.open",
      title: "Reopen an exported picture…",
      group: "File",
      run: () => input.current?.click(),
    },
  ]);
  return (
    <>
      <FileOpener
        input={input}
        label="Exported picture"
        accept=".png,.svg,image/png,image/svg+xml"
        title="Reopen a picture"
        doing="Reopening the picture"
        takes={({ kind }) => kind === "picture"}
        open={async (file) => {
          const { openPicture } = await import("./open-picture.ts");
          const result = await openPicture(file);
          setOpened(result.missingRetina || result.pinned > 0 ? result : null);
        }}
      />
      {opened && <OpenedNote opened={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function OpenedNote({
  opened,
  onClose,
}: {
  readonly opened: Opened;
  readonly onClose: () => void;
}) {
  const retina = useRetina();
  const { label, pinned, missingRetina } = opened;
  return (
    <Dialog
      title={`Opened ${label}`}
      width="narrow"
      isOpen
      onClose={onClose}
      actions={
        <Button tone="primary" onPress={onClose}>
          Go on
        </Button>
      }
    >
      {pinned > 0 && (
        <p>
          The picture shows several fingerprints. The first is in Explore;{" "}
          {plural(pinned, "fingerprint")} {pinned === 1 ? "is" : "are"} pinned to the shelf.
        </p>
      )}
      {missingRetina && (
        <p>
          It was made with the retina {missingRetina}, which is not installed here in the same form.
          Words are looked up in {retina?.name ?? "the retina in use"}, so the cells can differ.
        </p>
      )}
    </Dialog>
  );
}
