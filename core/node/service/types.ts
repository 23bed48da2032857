import type { Handlers } from "../../api/client-types.ts";
import type { ClusterSettings } from "../collections/connection/cluster-settings.ts";
import type { RetinaStore } from "../opening/retina-store.ts";
import type { AnswerRaw } from "../wire/answer.ts";

/** Where things lie and how much the service may use. */
export interface ServiceOptions {
  /** Folder of the retinas that come with the program, or that the user named. */
  readonly retinas: string;
  /** The user's folder: workspace, installed retinas, results of tasks. */
  readonly data: string;
  /** Threads for long calls; 0 answers everything on the calling thread. By default one for each processor, at most four. */
  readonly threads?: number;
  /** Longest a call may take, in seconds. */
  readonly seconds?: number;
  /** False where strangers could make the service read files, or send texts somewhere else. */
  readonly mayTrain?: boolean;
  /** Folders in which callers may name files to read; left out where the caller is the person whose machine it is. */
  readonly files?: readonly string[];
  /** The cluster that keeps the collections, before any that was named in the application. */
  readonly cluster?: ClusterSettings;
  /** Nobody may name another cluster in the application, nor have an address tried. */
  readonly fixedCollections?: boolean;
}

/** Everything a host needs: the desktop application uses `handlers`, the HTTP host `answer`. */
export interface Service {
  readonly handlers: Handlers;
  readonly answer: AnswerRaw;
  readonly store: RetinaStore;
  readonly version: string;
  /** Resolves when every thread has opened its retinas. */
  ready(): Promise<void>;
  close(): Promise<void>;
}
