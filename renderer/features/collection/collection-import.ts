import { create } from "zustand";
import { Type } from "#typebox";
import type { Output } from "../../../core/api/client-types.ts";
import { importFields } from "../../../core/api/endpoints/collection-schemas.ts";
import type { ColumnKind } from "../../../core/api/schema/collection-types.ts";
import { DATE_FORMATS, LIST_FORMATS } from "../../../core/api/schema/column-formats.ts";
import { recordOf, type Saved } from "../../../core/workspace/fit.ts";
import { call } from "../../api/client.ts";
import {
  collectionsQuery,
  forgetCollection,
  refreshCollection,
  tasksQuery,
} from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { forgetLook, openAt, openCollection } from "../../state/collection/collection-look.ts";
import { showPanel } from "../../state/navigation.ts";
import { defineSlice } from "../../state/slice.ts";
import { freeNameFor } from "./model/file-names.ts";

/** Bytes of a file that travel at once. */
const PART = 4 * 1024 * 1024;

/**
 * Sends a file to the host, which reads it there. @returns what stands for it in other calls
 * @throws ApiError, of code "cancelled" once `signal` is aborted
 */
async function sendFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  let upload: string | undefined;
  let path = "";
  for (let at = 0; at === 0 || at < file.size; at += PART) {
    const bytes = new Uint8Array(await file.slice(at, at + PART).arrayBuffer());
    const sent = await call(
      "app.collectionUpload",
      { file: file.name, ...(upload === undefined ? {} : { upload }), bytes },
      signal,
    );
    ({ upload, path } = sent);
    onProgress(Math.min(1, (at + PART) / Math.max(1, file.size)));
  }
  return path;
}

/** A collection that comes with the program. */
export interface Sample {
  readonly name: string;
  readonly rows: number;
  /** What the button that opens it says. */
  readonly title: string;
  /** What it is, in a sentence. */
  readonly about: string;
  readonly paths: readonly [string];
  readonly wishes: Wishes;
}

export const SPEECHES: Sample = {
  name: "State of the Union",
  rows: 15_149,
  title: "Open the sample: State of the Union addresses",
  about: "every State of the Union address from 1790 to 2019, paragraph by paragraph",
  paths: ["sample:state-of-the-union"],
  wishes: { title: "speaker", category: "party" },
};

export const RIGHTS: Sample = {
  name: "Human rights",
  rows: 885,
  title: "Open the sample: human rights in fifteen languages",
  about: "the Universal Declaration of Human Rights in fifteen languages, all on one map",
  paths: ["sample:human-rights"],
  wishes: {
    text: "text",
    language: "language",
    category: "language",
    kinds: [{ column: "article", kind: "category" }],
  },
};

export type Preview = Output<"app.collectionPreview">;

export type Role = "text" | "id" | "title" | "date" | "category" | "truth" | "language";

export type Wishes = { readonly [role in Role]?: string } & {
  readonly kinds?: readonly ColumnWish[];
};

type ColumnWish = NonNullable<ImportRequest["kinds"]>[number];

/** How the file is read, where a user chose it. */
export type Reading = Pick<
  ImportRequest,
  "encoding" | "delimiter" | "quote" | "header" | "repair" | "acceptMisfits"
>;

const requestSchema = Type.Object({
  ...importFields,
  retina_name: Type.Optional(Type.String()),
});

export type ImportRequest = Saved<typeof requestSchema>;

export type Split = NonNullable<ImportRequest["split"]>;

/** A file that is about to become a collection. */
export interface ImportDraft {
  /** What people call the files. */
  readonly files: string;
  /** What the service calls them; empty while they are being sent. */
  readonly paths: readonly string[];
  readonly sent: number;
  readonly name: string;
  readonly wishes: Wishes;
  readonly reading: Reading;
  readonly split: Split;
  /** Sheet of a workbook; "" for the one that is proposed. */
  readonly sheet: string;
  /** The reader whose encoder reads the texts; "" for their words. */
  readonly reader: string;
  /** It opens where rows are scored by filters. */
  readonly isForScores: boolean;
  /** The last that came; stays while another is asked for. */
  readonly preview: Preview | null;
  readonly isAsking: boolean;
  readonly error: unknown;
}

export const useImportDraft = create<{ readonly draft: ImportDraft | null }>(() => ({
  draft: null,
}));

let controller = new AbortController();

/** Whether the next file that is offered is to be scored by filters. */
let isForScores = false;

export function scoreNextImport(): void {
  isForScores = true;
}

const change = (part: Partial<ImportDraft>): void =>
  useImportDraft.setState(({ draft }) => ({ draft: draft && { ...draft, ...part } }));

function takenNames(): readonly string[] {
  const { collections = [], unavailable = [] } =
    queryClient.getQueryData(collectionsQuery().queryKey) ?? {};
  return [...collections, ...unavailable].map(({ name }) => name);
}

function begin(files: string, first: string): AbortSignal {
  controller.abort();
  controller = new AbortController();
  showPanel("results");
  useImportDraft.setState({
    draft: {
      files,
      paths: [],
      sent: 0,
      name: freeNameFor(first, takenNames()),
      wishes: {},
      reading: {},
      split: "none",
      sheet: "",
      reader: "",
      isForScores,
      preview: null,
      isAsking: true,
      error: null,
    },
  });
  isForScores = false;
  return controller.signal;
}

/** Files of the page, dropped or chosen, are sent to the host and looked into. */
export async function offerFiles(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const signal = begin(files.map(({ name }) => name).join(", "), first.name);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  try {
    const paths: string[] = [];
    let before = 0;
    for (const file of files) {
      const onProgress = (share: number) =>
        change({ sent: (before + share * file.size) / Math.max(1, total) });
      paths.push(await sendFile(file, onProgress, signal));
      before += file.size;
    }
    change({ paths });
    await look(signal);
  } catch (error) {
    if (!signal.aborted) change({ error, isAsking: false });
  }
}

/** Files of this machine, which the host can read where they are. */
export async function offerPaths(paths: readonly string[]): Promise<void> {
  const [first] = paths;
  if (first === undefined) return;
  const nameOf = (path: string) => path.split(/[\\/]/).at(-1) ?? path;
  const signal = begin(paths.map(nameOf).join(", "), nameOf(first));
  change({ paths, sent: 1 });
  await look(signal);
}

async function look(signal: AbortSignal): Promise<void> {
  const { draft } = useImportDraft.getState();
  if (draft === null) return;
  change({ isAsking: true });
  try {
    const { kinds = [], ...roles } = draft.wishes;
    const sheet = draft.sheet === "" ? {} : { sheet: draft.sheet };
    const { acceptMisfits: _, ...reading } = draft.reading;
    const preview = await call(
      "app.collectionPreview",
      { paths: [...draft.paths], ...sheet, ...roles, ...reading, kinds: [...kinds] },
      signal,
    );
    change({ preview, error: null, isAsking: false });
  } catch (error) {
    if (!signal.aborted) change({ error, isAsking: false });
  }
}

/** Which column is for what; "" leaves it to the service. */
export function wish(role: Role, column: string): void {
  const { draft } = useImportDraft.getState();
  if (draft === null) return;
  const { [role]: _, ...others } = draft.wishes;
  lookAgain(column === "" ? others : { ...others, [role]: column });
}

/** How the file is read instead. Another shape has other columns, so what was chosen of them goes. */
export function chooseReading(part: Reading): void {
  const { draft } = useImportDraft.getState();
  if (draft === null) return;
  change({ reading: { ...draft.reading, ...part } });
  const isSameTable = Object.keys(part).every(
    (field) => field === "acceptMisfits" || field === "repair",
  );
  if (!Object.hasOwn(part, "acceptMisfits")) lookAgain(isSameTable ? draft.wishes : {});
}

/** What a column is instead of what is proposed. */
export function wishKind(column: string, kind: ColumnKind, format?: string): void {
  const { draft } = useImportDraft.getState();
  if (draft === null) return;
  const { kinds = [], ...roles } = draft.wishes;
  const others = kinds.filter((each) => each.column !== column);
  // A column that is left out is for nothing any more.
  const kept = Object.entries(roles).filter(([, name]) => kind !== "none" || name !== column);
  lookAgain({
    ...Object.fromEntries(kept),
    kinds: [...others, { column, kind, ...formatIn(format) }],
  });
}

function formatIn(format: string | undefined): Pick<ColumnWish, "format"> {
  const known = [...DATE_FORMATS, ...LIST_FORMATS].find((each) => each === format);
  return known === undefined ? {} : { format: known };
}

function lookAgain(wishes: Wishes): void {
  change({ wishes });
  controller.abort();
  controller = new AbortController();
  void look(controller.signal);
}

/** Another sheet has other columns. */
export function chooseSheet(sheet: string): void {
  change({ sheet });
  lookAgain({});
}

export const nameDraft = (name: string): void => change({ name });

export const splitDraft = (split: Split): void => change({ split });

export const readDraftBy = (reader: string): void => change({ reader });

/** What was sent is kept by the host for a while; nothing else came of it. */
export function dropDraft(): void {
  controller.abort();
  useImportDraft.setState({ draft: null });
}

/** Imports that have not ended in order: what to ask for again so that they go on. */
export const keptImports = defineSlice("collectionImports", {
  title: "interrupted imports",
  schema: recordOf(requestSchema),
  initial: {},
});

/** Begins to read the files of the draft. The collection opens at once and fills. */
export async function importDraft(retina: string): Promise<void> {
  const { draft } = useImportDraft.getState();
  if (draft === null) return;
  const { name, paths, split, sheet, reader, reading, wishes } = draft;
  change({ isAsking: true });
  try {
    const by = { ...(reader !== "" && { reader }), ...(sheet !== "" && { sheet }) };
    await startImport({ name, paths, split, ...by, retina_name: retina, ...reading, ...wishes });
    if (draft.isForScores) openAt(name, "categories");
    useImportDraft.setState({ draft: null });
  } catch (error) {
    change({ error, isAsking: false });
  }
}

/** Starts an import or lets it go on where it was. @throws ApiError */
export async function startImport(request: ImportRequest): Promise<void> {
  const { retina_name, ...input } = request;
  const { name, paths, kinds = [] } = input;
  const started = await call("app.jobStart", {
    input: { kind: "import", ...input, paths: [...paths], kinds: [...kinds] },
    ...(retina_name !== undefined && { retina_name }),
  });
  keptImports.keep((before) => ({ ...before, [name]: request }));
  queryClient.setQueryData(tasksQuery().queryKey, (before = []) => [started, ...before]);
  openCollection(name);
  void queryClient.invalidateQueries(tasksQuery());
}

/** Asks an import to end after the batch it is at. */
export async function cancelImport(id: string): Promise<void> {
  await call("app.jobCancel", { id });
  await queryClient.invalidateQueries(tasksQuery());
}

/** Removes a collection, and whatever is kept of it here. @throws ApiError */
export async function removeCollection(name: string): Promise<void> {
  await call("app.collectionRemove", { name });
  settleImport(name);
  forgetLook(name);
  await forgetCollection(name);
}

/** There is nothing to go on with. */
export const settleImport = (name: string): void =>
  keptImports.keep((before) =>
    Object.hasOwn(before, name)
      ? Object.fromEntries(Object.entries(before).filter(([each]) => each !== name))
      : before,
  );

/** Opens a sample. With too few rows its import was stopped before, and goes on. */
export async function openSample(
  { name, rows, paths, wishes }: Sample,
  retina: string,
): Promise<void> {
  const { collections } = await queryClient.fetchQuery({ ...collectionsQuery(), staleTime: 0 });
  if (collections.some((known) => known.name === name && known.rows >= rows)) {
    openCollection(name);
    return;
  }
  await startImport({ name, paths, ...wishes, split: "none", retina_name: retina });
  await refreshCollection(name);
}
