import { type Cancellation, NEVER_CANCELLED } from "../../cancellation.ts";
import { ApiError, badInput } from "../../errors.ts";
import { startThread } from "../threads/start-thread.ts";
import { SupervisedWorker } from "../threads/supervised-worker.ts";
import type {
  DocumentFormat,
  DocumentText,
  documentMethods,
  WorkbookFormat,
} from "./document-methods.ts";

/** Longest that one document may take, and most megabytes of objects. */
const SECONDS = 120;
const MEGABYTES = 1536;
/** How often a flag of another thread is looked at. */
const LOOK_MILLISECONDS = 100;

/** A document or workbook in memory. */
export interface DocumentBytes<Format> {
  /** For a sentence. */
  readonly name: string;
  readonly format: Format;
  readonly bytes: Uint8Array;
  readonly isPacked: boolean;
}

/** A sheet as a table. */
export interface SheetTable {
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly csv: Uint8Array;
}

/**
 * Reads documents on a thread that is ended where one takes too long or too much memory: files of others may be traps.
 * It starts with the first document.
 */
export class DocumentThread {
  readonly #worker = new SupervisedWorker<typeof documentMethods>({
    start: () => startThread("documents/documents-worker", { megabytes: MEGABYTES }),
    graceMilliseconds: 0,
  });

  /** @throws bad-input where it cannot be read, cancelled */
  async document(
    { name, ...given }: DocumentBytes<DocumentFormat | WorkbookFormat>,
    signal?: Cancellation,
  ): Promise<DocumentText> {
    return this.#named(name, signal, (abort) =>
      this.#worker.call("document", given, { seconds: SECONDS, signal: abort }),
    );
  }

  /** The named sheet, else the first that is not empty. @throws bad-input where it cannot be read, cancelled */
  async sheet(
    { name, ...given }: DocumentBytes<WorkbookFormat> & { readonly sheet?: string | undefined },
    signal?: Cancellation,
  ): Promise<SheetTable> {
    return this.#named(name, signal, (abort) =>
      this.#worker.call("sheet", given, { seconds: SECONDS, signal: abort }),
    );
  }

  async close(): Promise<void> {
    await this.#worker.close();
  }

  async #named<T>(
    name: string,
    signal: Cancellation = NEVER_CANCELLED,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const look = setInterval(() => {
      if (signal.aborted) controller.abort();
    }, LOOK_MILLISECONDS);
    try {
      return await run(controller.signal);
    } catch (cause) {
      throw withName(name, cause);
    } finally {
      clearInterval(look);
    }
  }
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  timeout: `Reading it took longer than ${SECONDS} seconds; split it or save it as text.`,
  "too-large": "It takes too much memory; split it or save it as text.",
  interrupted: "Its content ended the reader; save it as text.",
};

/** The sentence of what went wrong, with the name of the file. */
function withName(name: string, cause: unknown): unknown {
  if (!(cause instanceof ApiError)) return cause;
  const { code, message, details } = cause;
  const reason = code === "bad-input" ? message : REASONS[code];
  if (reason === undefined) return cause;
  const field = details.field === "sheet" ? "sheet" : "file";
  return badInput(field, `${name} cannot be read. ${reason}`, { ...details, file: name });
}
