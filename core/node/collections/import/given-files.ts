import { randomBytes } from "node:crypto";
import { appendFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Handler } from "../../../api/client-types.ts";
import { badInput, forbidden, notFound } from "../../../errors.ts";
import { programInfo } from "../../config/program-info.ts";
import { type ReadableFolders, requireReadable } from "../../files/readable.ts";

/** What a caller writes for a file that it has no path of: one of the program's samples, or one that it sent. */
const GIVEN = /^(?<kind>sample|upload):(?<name>.+)$/s;
const UPLOAD = /^[0-9a-f]{32}$/;
const SAMPLES = ["state-of-the-union", "human-rights"];
/** Files of imports that were given up are kept this long. */
const KEPT_DAYS = 30;

/** Which files callers may have read. */
export interface FilePlace {
  /** Where files are that a page sent; it need not be there yet. */
  readonly uploads: string;
  /** False where callers may have none but the samples read. */
  readonly mayReadFiles: boolean;
  /** Where files of this machine have to lie. */
  readonly folders: ReadableFolders;
}

/** Files that came with the program or from a page, which knows no paths of this machine, and files of this machine. */
export class GivenFiles {
  readonly #place: FilePlace;

  constructor(place: FilePlace) {
    this.#place = place;
  }

  /** Real paths. @throws not-found, forbidden */
  async resolve(paths: readonly string[]): Promise<string[]> {
    return Promise.all(paths.map((each) => this.#resolve(each)));
  }

  /** Removes the files that were sent; others are left alone. */
  async forget(paths: readonly string[]): Promise<void> {
    for (const each of paths) {
      const id = uploadIn(each);
      if (id !== undefined)
        await rm(path.join(this.#place.uploads, id), { recursive: true, force: true });
    }
  }

  /** `app.collectionUpload`. */
  readonly upload: Handler<"app.collectionUpload"> = async ({ file, upload, bytes }) => {
    if (!this.#place.mayReadFiles)
      throw forbidden("This service takes no files from callers without a key.");
    const name = plainName(file);
    const id = upload ?? (await this.#begin());
    const folder = path.join(this.#place.uploads, id);
    if (!(await isThere(folder)))
      throw notFound("What was sent of this file is no longer there; send it again.");
    const target = path.join(folder, name);
    await appendFile(target, bytes);
    return { upload: id, path: `upload:${id}/${name}`, bytes: (await stat(target)).size };
  };

  async #resolve(given: string): Promise<string> {
    const { kind, name = "" } = GIVEN.exec(given)?.groups ?? {};
    if (kind === "sample") return sampleFile(name);
    if (!this.#place.mayReadFiles)
      throw forbidden("This service reads no files of its machine for callers without a key.");
    const id = uploadIn(given);
    if (kind === undefined || id === undefined) return requireReadable(given, this.#place.folders);
    const file = path.join(this.#place.uploads, id, plainName(name.slice(id.length + 1)));
    if (!(await isThere(file)))
      throw notFound("The file that was sent is no longer there; choose it again.");
    return file;
  }

  async #begin(): Promise<string> {
    await this.#sweep();
    const id = randomBytes(16).toString("hex");
    await mkdir(path.join(this.#place.uploads, id), { recursive: true, mode: 0o700 });
    return id;
  }

  async #sweep(): Promise<void> {
    const names = await readdir(this.#place.uploads).catch(() => []);
    const oldest = Date.now() - KEPT_DAYS * 24 * 3600 * 1000;
    for (const name of names) {
      const folder = path.join(this.#place.uploads, name);
      const info = await stat(folder).catch(() => undefined);
      if (info !== undefined && info.mtimeMs < oldest)
        await rm(folder, { recursive: true, force: true });
    }
  }
}

/** The id of a file that was sent; `undefined` for any other. */
function uploadIn(given: string): string | undefined {
  const { kind, name = "" } = GIVEN.exec(given)?.groups ?? {};
  const id = name.slice(0, name.indexOf("/"));
  return kind === "upload" && UPLOAD.test(id) ? id : undefined;
}

const sampleFile = (name: string): string => {
  if (!SAMPLES.includes(name))
    throw notFound(`There is no sample “${name}”; there is: ${SAMPLES.join(", ")}.`);
  return path.join(programInfo().root, "retinas", "samples", `${name}.csv.gz`);
};

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** A file name that names nothing outside its folder. */
function plainName(file: string): string {
  const name = path.basename(file.replaceAll("\\", "/")).replaceAll("\0", "").trim();
  if (name === "" || name === "." || name === ".." || Buffer.byteLength(name) > 200)
    throw badInput("file", `“${file.slice(0, 60)}” is no name of a file; rename it.`);
  return name;
}
