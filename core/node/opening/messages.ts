import type { Atlas } from "../../atlas/types.ts";
import type { WireError } from "../../errors.ts";
import type { RetinaTables } from "../../retina/retina-tables.ts";

/** What a thread that opens a file is started with. */
export interface OpeningData {
  readonly file: string;
  /** Whether to wait, with the retina open, for a message that asks for the regions. */
  readonly stays: boolean;
  /** Folder that keeps the regions from one start to the next. */
  readonly atlases: string;
}

/** From such a thread, in this order. */
export type OpeningMessage =
  | { readonly type: "refused"; readonly error: WireError }
  | { readonly type: "opened"; readonly tables: RetinaTables }
  | { readonly type: "divided"; readonly atlas: Atlas };
