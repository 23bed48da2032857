import { FileUp } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import "./file-drop.css";

interface FileDropProps {
  /** The button: "Choose a file…". */
  readonly label: string;
  /** Endings, e.g. ".txt,.csv". */
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** What may be dropped, in a few words; content may also stand here that takes drops over its whole area. */
  readonly children?: ReactNode;
}

/** Endings of what the import dialog reads. */
export const TABLE_FILES = ".txt,.csv,.tsv,.tab,.json,.jsonl,.ndjson";

/** A place where files can be dropped, with a button that does the same. */
export function FileDrop({ label, accept, isMultiple = false, onFiles, children }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useFileDrop(onFiles);
  return (
    <div className="file-drop row wrap muted" data-over={isOver || undefined} {...handlers}>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={isMultiple}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button size="small" onPress={() => input.current?.click()}>
        <FileUp size={14} aria-hidden="true" /> {label}
      </Button>
      {children}
    </div>
  );
}

/** Handlers that let any element take dropped files; drags of other things pass by. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const carries = (event: React.DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    isOver,
    handlers: {
      onDragOver: (event: React.DragEvent) => {
        if (!carries(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        setIsOver(true);
      },
      onDragLeave: (event: React.DragEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event: React.DragEvent) => {
        setIsOver(false);
        if (!carries(event)) return;
        event.preventDefault();
        event.stopPropagation();
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      },
    },
  };
}

/**
 * Files of certain names, dropped where no panel takes them; without this the browser would leave the page for the
 * file. A file that nothing `takes` is left to whatever takes all.
 */
export function useWindowDrop(
  takes: (name: string) => boolean,
  /** The first file, and all that were dropped with it. */
  onFile: (file: File, all: readonly File[]) => void,
): void {
  const latest = useRef({ takes, onFile });
  latest.current = { takes, onFile };
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (event.defaultPrevented || !file || !latest.current.takes(file.name)) return;
      event.preventDefault();
      latest.current.onFile(file, [...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
