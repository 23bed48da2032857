import { Type } from "#typebox";
import type { JsonValue } from "../api/schema/json-value.ts";
import type { Saved } from "./fit.ts";
import { type Change, changeSchema } from "./json-diff.ts";

/** 1 had notes of parts by their path instead of their id; `notesOf` reads both. */
export const WORKSPACE_VERSION = 2;
/** Undo goes back at least this far. */
export const MOST_STEPS = 200;

/** Everything a person made, by slice; JSON values only. */
export type Content = { readonly [slice: string]: JsonValue };

export const stepSchema = Type.Object({
  /** Names the effect: "Remove operand jaguar". */
  label: Type.String(),
  /** The view in which it was made. */
  view: Type.Optional(Type.String()),
  forward: Type.Array(changeSchema),
  backward: Type.Array(changeSchema),
});
export type Step = Saved<typeof stepSchema>;

/** The slice in which a change of the content is. */
export const sliceOf = ({ path: [slice], ...change }: Change): string | number | undefined =>
  slice ?? ("key" in change ? change.key : undefined);

/** What is kept on disk; two workspaces are the same exactly if these are equal as JSON. */
export interface SavedWorkspace {
  readonly version: typeof WORKSPACE_VERSION;
  readonly content: Content;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export interface Workspace extends SavedWorkspace {
  /** What a hand is still at: the last step grows with it, and `before` is the content without it. */
  readonly gesture: { readonly kind: string; readonly before: Content } | null;
  /** Grows with every change; the journal saves when it does. */
  readonly revision: number;
  /** How many workspaces were opened in place of another. */
  readonly opened: number;
  /** Steps that were left out last, because they lead nowhere. */
  readonly lost: number;
}

export const EMPTY_WORKSPACE: SavedWorkspace = {
  version: WORKSPACE_VERSION,
  content: {},
  past: [],
  future: [],
};

export const savedFormOf = ({ version, content, past, future }: Workspace): SavedWorkspace => ({
  version,
  content,
  past,
  future,
});

export const WORKSPACE_FORMAT = "semascope-workspace";

/** The whole as one JSON file, whatever it contains: for when something in it cannot be used. */
export const plainWorkspace = (saved: SavedWorkspace): string =>
  `${JSON.stringify({ format: WORKSPACE_FORMAT, version: 1, workspace: saved })}\n`;

/** Whether a file of this name can be a workspace. */
export const isWorkspaceName = (name: string): boolean => /\.(zip|json)$/i.test(name);
