import { useEffect, useRef } from "react";

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
