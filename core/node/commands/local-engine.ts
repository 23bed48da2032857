import path from "node:path";
import type { Engine, Model } from "../../analysis/engine.ts";
import type { Args, Handlers, Name, Output } from "../../api/client-types.ts";
import { dispatch } from "../../api/dispatch.ts";
import { NEVER_CANCELLED } from "../../cancellation.ts";
import { ApiError, badRetinaFile } from "../../errors.ts";
import { engineHandlers } from "../../handlers/all-handlers.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import { readAddresses } from "../collections/connection/cluster-address.ts";
import { type ClusterSettings, checkSettings } from "../collections/connection/cluster-settings.ts";
import { readCredentials } from "../collections/connection/credentials.ts";
import { userDirectories } from "../config/directories.ts";
import { programInfo } from "../config/program-info.ts";
import { requireFolder } from "../config/require-paths.ts";
import { makeEngine } from "../engine/make-engine.ts";
import { openReading } from "../engine/open-reading.ts";
import { keptAtlas } from "../opening/atlas-files.ts";
import { LanguageRetinas } from "../opening/language-retinas.ts";
import { openHere } from "../opening/retina-opener.ts";
import { RetinaStore } from "../opening/retina-store.ts";
import { readersFolder } from "../reader/reader-files.ts";
import { Readers } from "../reader/readers.ts";

export type EngineName = keyof ReturnType<typeof engineHandlers> & Name;

/** The engine inside this process, called as the service is. */
export interface LocalEngine {
  readonly retina: string | undefined;
  readonly store: RetinaStore;
  readonly engine: Engine;
  model(): Promise<Model>;
  /** A retina by name, opened where it is one of a language; undefined where it cannot be. */
  tables(name: string): Promise<RetinaTables | undefined>;
  /** Ends the encoders that texts were read by. */
  close(): Promise<void>;
  /** @throws whatever the endpoint answers as an error */
  call<N extends EngineName>(name: N, args: Args<N>): Promise<Output<N>>;
}

/** The folders that retinas are read from: the one named or the shipped ones, and the user's own. */
export async function openStore(folder: string | undefined): Promise<RetinaStore> {
  if (folder !== undefined) await requireFolder(folder);
  const own = path.join(userDirectories().data, "retinas");
  const shipped = folder ?? path.join(programInfo().root, "retinas");
  const store = new RetinaStore(
    [
      { folder: shipped, isOwn: false },
      { folder: own, isOwn: true },
    ],
    own,
  );
  await store.refresh();
  return store;
}

/** Opens every retina of the folders; takes about a second. */
export async function openLocalEngine(
  folder: string | undefined,
  retina: string | undefined,
): Promise<LocalEngine> {
  const store = await openStore(folder);
  // A folder of damaged files alone would look like an empty one.
  const [problem] = store.problems;
  if (store.retinas.length === 0 && problem !== undefined) throw badRetinaFile(problem);
  const data = userDirectories().data;
  const languages = new LanguageRetinas({
    packs: [folder ?? path.join(programInfo().root, "retinas"), data].map((each) =>
      path.join(each, "languages"),
    ),
    home: path.join(data, "siblings"),
    store,
    opener: openHere,
  });
  await languages.refresh();
  const reading = await openReading();
  const readers = new Readers(readersFolder(), 1);
  const atlas = (model: Model) => keptAtlas(path.join(data, "atlases"), model.retina);
  const open = (name: string) => languages.open(name);
  const { packs } = languages;
  const engine = makeEngine({
    retinas: store.retinas,
    packs,
    open,
    readers,
    atlas,
    ...reading,
  });
  return {
    retina,
    store,
    engine,
    model: () => engine.model(retina),
    tables: async (name) => {
      const installed = store.retinas.find((each) => each.name === name);
      return (installed ?? (await open(name)))?.tables;
    },
    close: () => readers.close(),
    call: (name, args) => {
      const named = retina === undefined ? args : { retina_name: retina, ...args };
      return localCalls<EngineName>(engineHandlers(engine))(name, named);
    },
  };
}

/** Calls of endpoints that these handlers answer in this process. @throws whatever an endpoint answers as an error */
export function localCalls<N extends Name>(handlers: object) {
  return async <Own extends N>(name: Own, args: object): Promise<Output<Own>> => {
    // The compiler cannot see that a part of the handlers is enough for one of their names.
    const own = handlers as unknown as Pick<Handlers, Own>;
    const reply = await dispatch(own, { name, args, signal: NEVER_CANCELLED });
    if (!reply.ok) throw new ApiError(reply.error);
    return reply.value as never;
  };
}

interface ClusterOptions {
  readonly collections?: readonly string[];
  readonly collectionsAuthority?: string;
}

/** User and password come from the environment alone: everybody on the machine can read a command line. */
export async function clusterOf({
  collections: written = [],
  collectionsAuthority: authorityFile,
}: ClusterOptions): Promise<ClusterSettings | undefined> {
  if (written.length === 0 && authorityFile === undefined) return undefined;
  const credentials = await readCredentials(process.env);
  return checkSettings({ urls: readAddresses(written), authorityFile, ...credentials });
}
