import { useEffect, useRef, useSyncExternalStore } from "react";
import { zipOfFolder } from "../../components/files/dropped-files.ts";
import { useWindowDrop } from "../../components/files/file-drop.tsx";
import { useRegisterActions } from "../../state/actions.ts";
import { openWith } from "../../state/open-with.ts";
import { useRetina } from "../../state/retina.ts";
import { useSaveState } from "../../state/saving.ts";
import { offerFiles, offerPaths, openSample, RIGHTS, SPEECHES } from "./collection-import.ts";
import { COLLECTION_FILES } from "./model/file-names.ts";
import { openOrSay } from "./open-or-say.ts";

const SAMPLES = [
  { id: "collection.open-sample", sample: SPEECHES },
  { id: "collection.open-rights", sample: RIGHTS },
] as const;

/** Ways into a collection from anywhere: the sample, a file that is chosen, files dropped on the window. */
export function CollectionOpener() {
  const input = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const retina = useRetina();
  const take = (files: readonly File[]) => {
    if (files.length === 0) return;
    openWith("collection");
    void offerFiles(files);
  };
  // What holds no texts is refused by the host, with the reason.
  useWindowDrop(({ kind }) => kind !== "workspace", take);
  const takePaths = (paths: readonly string[]) => {
    if (paths.length === 0) return;
    openWith("collection");
    void offerPaths(paths);
  };
  usePathsInAddress(takePaths);
  const choose = async () => {
    if (!window.desktop) {
      input.current?.click();
      return;
    }
    const paths = await window.desktop.choosePaths({
      what: "file",
      title: "Texts for a collection",
      several: true,
      endings: COLLECTION_FILES.split(",").map((ending) => ending.slice(1)),
    });
    takePaths(paths);
  };
  const chooseFolder = async () => {
    if (!window.desktop) {
      folderInput.current?.click();
      return;
    }
    takePaths(
      await window.desktop.choosePaths({
        what: "folder",
        title: "Folder of documents",
        several: true,
        endings: [],
      }),
    );
  };
  useRegisterActions([
    ...SAMPLES.map(({ id, sample }) => ({
      id,
      title: sample.title,
      group: "Collection",
      disabledBecause: retina === null ? "No map is ready" : null,
      run: () => {
        openWith("collection");
        if (retina) openOrSay(openSample(sample, retina.name));
      },
    })),
    {
      id: "collection.choose-file",
      title: "Import a file as a collection…",
      group: "Collection",
      keys: "$mod+Shift+o",
      run: () => void choose(),
    },
    {
      id: "collection.choose-folder",
      title: "Import a folder of documents as a collection…",
      group: "Collection",
      run: () => void chooseFolder(),
    },
  ]);
  return (
    <>
      <input
        ref={folderInput}
        type="file"
        hidden
        aria-label="Folder for a collection"
        // React knows the attribute in this form only.
        {...{ webkitdirectory: "" }}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          if (files.length > 0) openOrSay(zipOfFolder(files).then((zip) => take([zip])));
        }}
      />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Files for a collection"
        accept={COLLECTION_FILES}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          take(files);
        }}
      />
    </>
  );
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** Files that the program was started or opened with; they leave the address, so that a reload does not repeat them. */
function usePathsInAddress(take: (paths: readonly string[]) => void): void {
  useSyncExternalStore(onHashChange, () => window.location.hash);
  const isLoaded = useSaveState(({ status }) => status !== "starting" && status !== "unloaded");
  useEffect(() => {
    const text = /^#import=(.+)$/.exec(window.location.hash)?.[1];
    if (!isLoaded || text === undefined) return;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    take(pathsIn(text));
  });
}

/** An address may be written by anyone; what is no list of texts offers nothing. */
function pathsIn(text: string): string[] {
  try {
    const paths: unknown = JSON.parse(decodeURIComponent(text));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
  } catch {
    return [];
  }
}
