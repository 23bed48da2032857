import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { inOrder } from "../../analysis/engine.ts";
import type { Output } from "../../api/client-types.ts";
import { usableNames } from "../../atlas/edited-names.ts";
import { ApiError, conflict, forbidden, unknownRetina } from "../../errors.ts";
import { mapOf } from "../../language/language-retina.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import type { RetinaHead } from "../../retina/open-retina.ts";
import { diskTrouble } from "../config/system-error.ts";
import { Semaphore } from "../threads/semaphore.ts";
import type { RetinaView } from "./describe-retina.ts";
import { bytesOf, type Given } from "./opening-methods.ts";
import {
  listRetinaFiles,
  namesFileOf,
  RETINA_EXTENSION,
  readRetinaHead,
  writeRetinaFile,
} from "./retina-files.ts";
import { openHere, type RetinaOpener } from "./retina-opener.ts";

type Card = Output<"app.retinaCards">[number];

/** How a file is installed. */
export interface InstallOptions {
  /** Over one of the same name. */
  readonly replace: boolean;
}

/** A folder that retinas are read from; shipped ones cannot be removed. */
export interface RetinaFolder {
  readonly folder: string;
  readonly isOwn: boolean;
}

/** A file that was found: an open retina, or why it is none; or why its edited names are not used. */
interface Entry<R = IndexedRetina> {
  readonly file: string;
  readonly bytes: number;
  readonly isOwn: boolean;
  readonly retina: R | undefined;
  readonly problem: string | undefined;
}

type Head = RetinaHead & { readonly name: string };

/** The retina files of all folders. A file that is damaged is listed with the reason and keeps no other out. */
export class RetinaStore {
  readonly #folders: readonly RetinaFolder[];
  readonly #home: string;
  readonly #opener: RetinaOpener;
  #entries: readonly Entry[] = [];
  /** Reading the folders takes a while: what another change finds meanwhile must not be overwritten by an older view. */
  readonly #changes = new Semaphore(1);

  /** New retinas go to `home`, which is one of the folders. */
  constructor(folders: readonly RetinaFolder[], home: string, opener: RetinaOpener = openHere) {
    this.#folders = folders;
    this.#home = home;
    this.#opener = opener;
  }

  /** Open retinas, the usual one first. */
  get retinas(): IndexedRetina[] {
    const byName = new Map(
      this.#entries.flatMap(({ retina }) => (retina ? [[retina.name, retina]] : [])),
    );
    return inOrder(byName.keys()).map((name) => byName.get(name)!);
  }

  /** The file of a retina. @throws unknown-retina */
  fileOf(name: string): string {
    return this.#entryOf(name).file;
  }

  /** Sentences about files that cannot be used. */
  get problems(): string[] {
    return this.#entries.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  }

  /** Reads all folders again; retinas that are open already stay as they are. */
  refresh(): Promise<void> {
    return this.#changes.run(() => this.#readFolders());
  }

  async #readFolders(): Promise<void> {
    const files = await filesIn(this.#folders);
    const opened = await Promise.all(files.map(({ file, isOwn }) => this.#open(file, isOwn)));
    this.#entries = withoutTwins(opened);
  }

  cards(): Card[] {
    const [usual] = this.retinas;
    return this.#entries.map((entry) => cardOf(entry, usual));
  }

  /** Keeps a retina under its name. @throws bad-retina-file, conflict */
  install(given: Given, { replace }: InstallOptions): Promise<Card> {
    return this.#changes.run(async () => {
      const retina = await this.#opener.take(given);
      const { name } = retina;
      try {
        const file = this.#placeFor(name, replace);
        await writeRetinaFile(file, await bytesOf(given));
        const bytes = (await stat(file)).size;
        const added = { file, bytes, isOwn: true, retina, problem: undefined };
        this.#entries = [...this.#entries.filter((entry) => entry.file !== file), added];
      } catch (cause) {
        throw diskTrouble(`The retina “${name}”`, cause);
      }
      await this.#readFolders();
      return cardOf(this.#entryOf(name), this.retinas[0]);
    });
  }

  /** The file that a retina is to be kept in. @throws conflict where another has its name */
  #placeFor(name: string, replace: boolean): string {
    const known = this.#entries.find(({ retina }) => retina?.name === name);
    if (known !== undefined && !known.isOwn)
      throw conflict(`A retina called “${name}” comes with the program; give yours another name.`);
    if (known !== undefined && !replace)
      throw conflict(`There is a retina called “${name}” already.`, { name });
    return known?.file ?? path.join(this.#home, `${fileName(name)}${RETINA_EXTENSION}`);
  }

  /** What a person looks at of a file that is not kept yet. */
  describe(file: string): Promise<RetinaView> {
    return this.#opener.describe(file);
  }

  /** Reads the file again. */
  async verify(name: string): Promise<Output<"app.retinaVerify">> {
    const { file, retina } = this.#entryOf(name);
    try {
      const checksum = await this.#opener.checksum(file);
      const isSame = checksum === retina?.checksum;
      const problem = isSame ? null : "The file was replaced while it was open; restart to use it.";
      return { intact: isSame, checksum, problem };
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      return { intact: false, checksum: retina?.checksum ?? "", problem: cause.message };
    }
  }

  /** Deletes a retina's file, or a damaged file by its file name. */
  remove(name: string): Promise<void> {
    return this.#changes.run(async () => {
      const entry = this.#entryOf(name);
      if (!entry.isOwn) throw forbidden(`“${name}” comes with the program and cannot be removed.`);
      await rm(entry.file, { force: true });
      await rm(namesFileOf(entry.file), { force: true });
      await this.#readFolders();
    });
  }

  #entryOf(name: string): Entry {
    const found = this.#entries.find(
      ({ retina, file }) => (retina?.name ?? path.basename(file)) === name,
    );
    if (found === undefined) throw unknownRetina(name, inOrder(this.retinas.map((r) => r.name)));
    return found;
  }

  async #open(file: string, isOwn: boolean): Promise<Entry> {
    const known = this.#entries.find((entry) => entry.file === file && entry.retina !== undefined);
    if (known !== undefined) return known;
    const bytes = (await stat(file)).size;
    try {
      const retina = await this.#opener.open(file);
      return { file, bytes, isOwn, retina, problem: usableNames(retina).problem };
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      return { file, bytes, isOwn, retina: undefined, problem: cause.message };
    }
  }
}

/**
 * The cards of all folders from the heads of the files, in milliseconds. A file that turns out to be damaged when it is opened
 * looks sound here.
 */
export async function peekCards(folders: readonly RetinaFolder[]): Promise<Card[]> {
  const found = await Promise.all((await filesIn(folders)).map(peekEntry));
  const entries = withoutTwins(found);
  const heads = new Map(entries.flatMap(({ retina }) => (retina ? [[retina.name, retina]] : [])));
  const [usual] = inOrder(heads.keys());
  return entries.map((entry) => cardOf(entry, heads.get(usual ?? "")));
}

async function peekEntry({ file, isOwn }: RetinaFile): Promise<Entry<Head>> {
  const bytes = (await stat(file)).size;
  try {
    const head = await readRetinaHead(file);
    return { file, bytes, isOwn, retina: { ...head, name: head.card.name }, problem: undefined };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { file, bytes, isOwn, retina: undefined, problem: cause.message };
  }
}

interface RetinaFile {
  readonly file: string;
  readonly isOwn: boolean;
}

async function filesIn(folders: readonly RetinaFolder[]): Promise<RetinaFile[]> {
  const files = await Promise.all(
    folders.map(async ({ folder, isOwn }) =>
      (await listRetinaFiles(folder)).map((file) => ({ file, isOwn })),
    ),
  );
  return files.flat();
}

/** Of several retinas with one name the first is used. */
const withoutTwins = <R extends { readonly name: string }>(
  found: readonly Entry<R>[],
): Entry<R>[] => found.map((entry, i) => withoutTwin(entry, found.slice(0, i)));

function withoutTwin<R extends { readonly name: string }>(
  entry: Entry<R>,
  earlier: readonly Entry<R>[],
): Entry<R> {
  const { file, retina } = entry;
  const twin = earlier.find((other) => retina !== undefined && other.retina?.name === retina.name);
  if (twin === undefined || retina === undefined) return entry;
  const problem = `${path.basename(file)} holds a retina called “${retina.name}”, as ${path.basename(twin.file)} does; it is not used.`;
  return { ...entry, retina: undefined, problem };
}

/** Any name as a file name that every system takes. */
function fileName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 80);
  return safe === "" ? "retina" : safe;
}

function cardOf({ file, bytes, isOwn, retina, problem }: Entry<Head>, usual?: Head): Card {
  const card = retina?.card;
  return {
    name: retina?.name ?? path.basename(file),
    file: path.basename(file),
    bytes,
    state: retina === undefined ? "damaged" : "ready",
    problem: problem ?? null,
    checksum: retina?.checksum ?? "",
    map: retina === undefined ? "" : mapOf(retina),
    language: card?.language ?? "",
    description: card?.description ?? "",
    corpus: card?.corpus ?? "",
    licence: card?.licence ?? "",
    created: card?.created ?? "",
    terms: card?.counts.terms ?? 0,
    phrases: card?.counts.phrases ?? 0,
    words: card?.counts.words ?? 0,
    documents: card?.counts.documents ?? 0,
    options: { ...card?.options },
    quality: { ...card?.quality },
    isDefault: retina !== undefined && retina === usual,
    removable: isOwn,
  };
}
