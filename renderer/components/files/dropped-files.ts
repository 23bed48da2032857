import { type Nature, whatIsIt } from "../../../core/tables/what-is-it.ts";
import { formatBytes } from "../../model/format.ts";
import { MOST_FILE_BYTES } from "./read-file.ts";

/** What a file of the page is by its content. */
export const natureOfFile = (file: File): Promise<Nature> =>
  whatIsIt({
    name: file.name,
    size: file.size,
    read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  });

/** The files of a drop; a folder comes as one zip, which is read as a folder is. */
export async function filesIn({ files, items }: DataTransfer): Promise<File[]> {
  // Both are gone once the event is over, so they are read before the first wait.
  const all = [...files];
  const entries = [...(items ?? [])]
    .filter(({ kind }) => kind === "file")
    .map((item) => item.webkitGetAsEntry());
  return Promise.all(
    all.map((file, i) => {
      const entry = entries[i];
      return entry?.isDirectory ? zipOfEntry(entry as FileSystemDirectoryEntry) : file;
    }),
  );
}

/** Files that were chosen as a folder, as one zip. @throws Error with a sentence where they are too large */
export function zipOfFolder(files: readonly File[]): Promise<File> {
  const folder = files[0]?.webkitRelativePath.split("/")[0] ?? "folder";
  const named = files.map((file) => ({
    name: file.webkitRelativePath.split("/").slice(1).join("/"),
    file,
  }));
  return zipOf(folder, named);
}

interface NamedFile {
  readonly name: string;
  readonly file: File;
}

async function zipOf(folder: string, files: readonly NamedFile[]): Promise<File> {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > MOST_FILE_BYTES)
    throw new Error(
      `The folder “${folder}” has ${formatBytes(bytes)}; at most ${formatBytes(MOST_FILE_BYTES)} can be read at once. Choose a part of it.`,
    );
  // Few users drop folders, so the page loads without it.
  const { zipSync } = await import("fflate");
  const contents: Record<string, Uint8Array> = {};
  for (const { name, file } of files) contents[name] = new Uint8Array(await file.arrayBuffer());
  return new File([new Uint8Array(zipSync(contents))], `${folder}.zip`, {
    type: "application/zip",
  });
}

const zipOfEntry = async (folder: FileSystemDirectoryEntry): Promise<File> =>
  zipOf(folder.name, await filesOfEntry(folder, ""));

async function filesOfEntry(folder: FileSystemDirectoryEntry, path: string): Promise<NamedFile[]> {
  const found: NamedFile[] = [];
  for (const entry of await entriesOf(folder)) {
    const name = `${path}${entry.name}`;
    if (entry.isDirectory)
      found.push(...(await filesOfEntry(entry as FileSystemDirectoryEntry, `${name}/`)));
    else {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      found.push({ name, file });
    }
  }
  return found;
}

/** A reader hands out a hundred entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
