import { useState } from "react";
import { useRegisterActions } from "../../state/actions.ts";
import { ImageDialog } from "./image-dialog.tsx";
import { PictureOpener } from "./picture-opener.tsx";
import "./export.css";

/** Pictures out of the application and back into it: mounted once, opened by actions and by dropped files. */
export function ImageExport() {
  const [isOpen, setOpen] = useState(false);
  useRegisterActions([
    {
      id: "export.image",
      title: "Export a picture…",
      group: "File",
      keys: "$mod+Shift+e,w p",
      run: () => setOpen(true),
    },
  ]);
  return (
    <>
      {isOpen && <ImageDialog onClose={() => setOpen(false)} />}
      <PictureOpener />
    </>
  );
}
