import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Dialog } from "../../components/controls/dialog.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { plural } from "../../components/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { useRetina } from "../../state/retina.ts";
import { type Opened, openPicture } from "./open-picture.ts";

/** Pictures that carry how they were made open again: dropped anywhere on the window, or chosen. */
export function PictureOpener() {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const choose = () => input.current?.click();
  const open = (file: File) => {
    setError(null);
    openPicture(file).then(
      (result) => setOpened(result.missingRetina || result.pinned > 0 ? result : null),
      setError,
    );
  };
  useWindowDrop(open);
  useRegisterActions([
    { id: "picture.open", title: "Reopen an exported picture…", group: "File", run: choose },
  ]);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Exported picture"
        accept=".png,.svg,image/png,image/svg+xml"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) open(file);
        }}
      />
      <Dialog
        title="Reopen a picture"
        width="narrow"
        isOpen={error !== null}
        onClose={() => setError(null)}
        actions={
          <Button tone="primary" onPress={choose}>
            Choose another file…
          </Button>
        }
      >
        <Failure error={error} doing="Reopening the picture" />
      </Dialog>
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
          The picture shows several fingerprints. The first is in Build;{" "}
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

/** Files dropped where no panel takes them; without this the browser would leave the page for the file. */
function useWindowDrop(onFile: (file: File) => void): void {
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const carries = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (carries(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (event.defaultPrevented || !carries(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) latest.current(file);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
