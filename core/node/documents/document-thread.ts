import { type Cancellation, NEVER_CANCELLED } from "../../cancellation.ts";
import { ApiError, badInput } from "../../errors.ts";
import { Pool } from "../threads/pool.ts";
import type { DocumentText, documentMethods } from "./document-methods.ts";
import type { DocumentFormat, WorkbookFormat } from "./formats.ts";

/** Longest that one document may take, and most megabytes of objects. */
const SECONDS = 120;
const MEGABYTES = 1536;
/** A thread must not be ended while it loads a library. */
const GRACE_MILLISECONDS = 500;
/** How often a flag of another thread is looked at. */
const LOOK_MILLISECONDS = 100;

/** A document or workbook in memory. */
export interface DocumentBytes<Format> {
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
  readonly #pool = new Pool<typeof documentMethods>({
    file: "documents/documents-worker",
    threads: 1,
    megabytes: MEGABYTES,
    seconds: SECONDS,
    graceMilliseconds: GRACE_MILLISECONDS,
  });

  /** @throws bad-input where it cannot be read, cancelled */
  async document(
    given: DocumentBytes<DocumentFormat | WorkbookFormat>,
    signal?: Cancellation,
  ): Promise<DocumentText> {
    return this.#call(signal, (abort) => this.#pool.run("document", given, { signal: abort }));
  }

  /** The named sheet, else the first that is not empty. @throws bad-input where it cannot be read, cancelled */
  async sheet(
    given: DocumentBytes<WorkbookFormat> & { readonly sheet?: string | undefined },
    signal?: Cancellation,
  ): Promise<SheetTable> {
    return this.#call(signal, (abort) => this.#pool.run("sheet", given, { signal: abort }));
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #call<T>(
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
      throw inSentence(cause);
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

/** What ended the thread, as a sentence about the document. */
function inSentence(cause: unknown): unknown {
  const reason = cause instanceof ApiError ? REASONS[cause.code] : undefined;
  return reason === undefined ? cause : badInput("file", reason);
}
