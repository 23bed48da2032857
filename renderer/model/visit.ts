import type { RetinaStamp } from "./fingerprint.ts";
import type { WorkspaceFile } from "./workspace-file.ts";

/** A workspace file that is looked at, not worked on: its retina is not installed. */
export interface Visit extends WorkspaceFile {
  readonly name: string;
  readonly retina: RetinaStamp;
}
