import { FileUp } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Nature } from "../../../core/tables/what-is-it.ts";
import { Button } from "../controls/button.tsx";
import { filesIn, natureOfFile } from "./dropped-files.ts";
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

/** A file of the page, with what it is by its content. */
interface DroppedFile {
  readonly file: File;
  readonly nature: Nature;
}

interface Taker {
  readonly takes: (nature: Nature) => boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Whoever takes files that are dropped on the window, in the order of mounting; the first that takes one gets it. */
const takers = new Set<{ current: Taker }>();

const dropOnWindow = async (transfer: DataTransfer): Promise<void> =>
  giveToWindow(await filesIn(transfer));

/** As if the files had been dropped on the window: a table becomes a collection. */
export async function giveToWindow(files: readonly File[]): Promise<void> {
  const dropped: DroppedFile[] = await Promise.all(
    files.map(async (file) => ({ file, nature: await natureOfFile(file) })),
  );
  let rest = dropped;
  for (const { current } of takers) {
    const taken = rest.filter(({ nature }) => current.takes(nature));
    rest = rest.filter(({ nature }) => !current.takes(nature));
    if (taken.length > 0) current.onFiles(taken.map(({ file }) => file));
  }
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;

function onWindowDragOver(event: DragEvent): void {
  if (hasFiles(event)) event.preventDefault();
}

function onWindowDrop(event: DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event) || event.dataTransfer === null) return;
  event.preventDefault();
  void dropOnWindow(event.dataTransfer);
}

/** Files and folders that are dropped where no panel takes them; without this the browser would leave the page for them. */
export function useWindowDrop(takes: Taker["takes"], onFiles: Taker["onFiles"]): void {
  const latest = useRef({ takes, onFiles });
  latest.current = { takes, onFiles };
  useEffect(() => {
    if (takers.size === 0) {
      window.addEventListener("dragover", onWindowDragOver);
      window.addEventListener("drop", onWindowDrop);
    }
    takers.add(latest);
    return () => {
      takers.delete(latest);
      if (takers.size > 0) return;
      window.removeEventListener("dragover", onWindowDragOver);
      window.removeEventListener("drop", onWindowDrop);
    };
  }, []);
}
