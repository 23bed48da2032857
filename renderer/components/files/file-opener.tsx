import { type RefObject, useState } from "react";
import type { Nature } from "../../../core/tables/what-is-it.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { Failure } from "../controls/states.tsx";
import { useWindowDrop } from "./file-drop.tsx";

interface FileOpenerProps {
  /** Pressed by whatever offers to open a file. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly accept: string;
  /** Of the box that says why a file cannot be opened. */
  readonly title: string;
  readonly doing: string;
  /** Whether a file of this kind, dropped anywhere on the window, is for this opener. */
  readonly takes: (nature: Nature) => boolean;
  readonly open: (file: File) => Promise<void>;
}

/** Opens a file that is chosen or dropped on the window, and says what is wrong with one that cannot be opened. */
export function FileOpener({ input, label, accept, title, doing, takes, open }: FileOpenerProps) {
  const [error, setError] = useState<unknown>(null);
  const tryToOpen = (file: File) => {
    setError(null);
    open(file).catch(setError);
  };
  useWindowDrop(takes, ([file]) => file && tryToOpen(file));
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) tryToOpen(file);
        }}
      />
      <Dialog
        title={title}
        width="narrow"
        isOpen={error !== null}
        onClose={() => setError(null)}
        actions={
          <Button
            tone="primary"
            onPress={() => {
              setError(null);
              input.current?.click();
            }}
          >
            Choose another file…
          </Button>
        }
      >
        <Failure error={error} doing={doing} />
      </Dialog>
    </>
  );
}
