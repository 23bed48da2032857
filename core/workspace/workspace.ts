import type { JsonValue } from "../api/schema/json-value.ts";
import { isRecord } from "./fit.ts";

/** Files of other versions are rejected. */
export const WORKSPACE_VERSION = 3;

/** Everything a person made, by slice; JSON values only. */
export type Content = { readonly [slice: string]: JsonValue };

/** The document that is stored. Undo is not part of it. */
export interface SavedWorkspace {
  readonly version: typeof WORKSPACE_VERSION;
  readonly content: Content;
}

export const EMPTY_WORKSPACE: SavedWorkspace = { version: WORKSPACE_VERSION, content: {} };

/** The document, or null where it is of another version or has another form. */
export const readSaved = (value: unknown): SavedWorkspace | null =>
  isRecord(value) && value.version === WORKSPACE_VERSION && isRecord(value.content)
    ? { version: WORKSPACE_VERSION, content: value.content as Content }
    : null;

export const WORKSPACE_FORMAT = "semascope-workspace";
