import type { Handler, Input, Output } from "../../api/client-types.ts";
import { plainText } from "../../collection/read-value.ts";
import type { CollectionStore } from "../../collection/store.ts";
import type { Engine } from "../../engine.ts";
import { ApiError, conflict, notFound } from "../../errors.ts";
import type { GivenFiles } from "./given-files.ts";
import {
  type ImportProgress,
  type ImportReport,
  importCollection,
  previewSource,
} from "./import-collection.ts";

type State = Output<"app.collectionImport">;

interface Running {
  readonly controller: AbortController;
  state: State;
  ended: Promise<void>;
}

const PREVIEWED = 10;

export interface ImportHost {
  readonly store: CollectionStore;
  readonly engine: Engine;
  /** What the paths of callers stand for. */
  readonly files: GivenFiles;
}

/** Imports that run beside other calls, one for each collection. */
export class ImportDesk {
  readonly #host: ImportHost;
  readonly #running = new Map<string, Running>();

  constructor(host: ImportHost) {
    this.#host = host;
  }

  /** Resolves when none runs any more. */
  async stop(): Promise<void> {
    for (const { controller } of this.#running.values()) controller.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  handlers() {
    const preview: Handler<"app.collectionPreview"> = async ({ paths, ...wishes }) => {
      const real = await this.#host.files.resolve(paths);
      const { plan, records } = await previewSource(real, wishes);
      return {
        plan: structuredClone(plan) as Output<"app.collectionPreview">["plan"],
        rows: records
          .slice(0, PREVIEWED)
          .map((record) => [...record].map(([name, raw]) => ({ name, value: plainText(raw) }))),
      };
    };
    const start: Handler<"app.collectionImport"> = (input) => this.#start(input);
    const list: Handler<"app.collectionImports"> = () => ({
      imports: [...this.#running.values()].map(({ state }) => state),
    });
    const cancel: Handler<"app.collectionImportCancel"> = ({ name }) => {
      const own = this.#running.get(name);
      if (own === undefined) throw notFound(`“${name}” is not being imported.`);
      own.controller.abort();
      return own.state;
    };
    return {
      "app.collectionUpload": this.#host.files.upload,
      "app.collectionPreview": preview,
      "app.collectionImport": start,
      "app.collectionImports": list,
      "app.collectionImportCancel": cancel,
    };
  }

  async #start({
    name,
    paths: given,
    split,
    retina_name,
    ...wishes
  }: Input<"app.collectionImport">): Promise<State> {
    const { store, engine, files } = this.#host;
    const paths = await files.resolve(given);
    const model = engine.model(retina_name);
    if (this.#running.get(name)?.state.state === "running")
      throw conflict(`“${name}” is being imported already; wait for it or cancel it.`);
    const controller = new AbortController();
    const own: Running = { controller, state: begun(name), ended: Promise.resolve() };
    this.#running.set(name, own);
    const started = Date.now();
    const onProgress = ({ rows, done }: ImportProgress) => {
      const seconds = (Date.now() - started) / 1000;
      const remainingSeconds = done === 0 ? null : seconds * (1 / done - 1);
      own.state = { ...own.state, rows, fraction: done, remainingSeconds };
    };
    const tools = { store, model, language: (text: string) => engine.language(text) };
    const watch = { signal: controller.signal, onProgress };
    own.ended = importCollection({ name, paths, split, wishes }, tools, watch).then(
      async (report) => {
        await files.forget(given);
        const end = { state: "done", fraction: 1, remainingSeconds: 0 } as const;
        own.state = { ...own.state, ...end, report: reportOf(report) };
      },
      (cause: unknown) => {
        const { code, message } = ApiError.toData(cause);
        const state = code === "cancelled" ? "cancelled" : "failed";
        own.state = { ...own.state, state, remainingSeconds: null, error: { code, message } };
      },
    );
    return own.state;
  }
}

const begun = (name: string): State => ({
  name,
  state: "running",
  rows: 0,
  fraction: 0,
  remainingSeconds: null,
  error: null,
  report: null,
});

function reportOf({
  name: _,
  plan: _plan,
  records: _records,
  ...report
}: ImportReport): State["report"] {
  return { ...report, oddities: [...report.oddities], languages: [...report.languages] };
}
