import { availableParallelism } from "node:os";
import path from "node:path";
import { makePrivateFolder } from "../config/write-safely.ts";
import { keptAtlas } from "../opening/atlas-files.ts";
import { LanguageRetinas } from "../opening/language-retinas.ts";
import { openHere, type RetinaOpener } from "../opening/retina-opener.ts";
import { RetinaStore } from "../opening/retina-store.ts";
import { ThreadOpener } from "../opening/thread-opener.ts";
import type { Service, ServiceOptions } from "./running-service.ts";

const MOST_THREADS = 4;

/**
 * Opens the retinas, the threads, the workspace and the tasks of earlier runs. The code of the service is read while threads
 * open the retinas: either takes nearly half a second.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  // Every processor: the main thread has little to do while they work.
  const threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism());
  const opener = openerFor(threads, path.join(options.data, "atlases"));
  let service: Service | undefined;
  try {
    const store = await storeFor(options, opener);
    const languages = new LanguageRetinas({
      packs: [options.retinas, options.data].map((folder) => path.join(folder, "languages")),
      home: path.join(options.data, "siblings"),
      store,
      opener,
    });
    const opening = Promise.all([store.refresh(), languages.refresh()]);
    const [{ RunningService }, reading] = await Promise.all([
      import("./running-service.ts"),
      import("../engine/open-reading.ts").then(({ openReading }) => openReading()),
      opening,
    ]);
    const running = new RunningService(options, { store, languages, opener, reading, threads });
    service = running;
    await running.jobs.open();
    for (const problem of running.jobs.problems) process.stderr.write(`${problem}\n`);
    // Whoever calls a thread that does not come up is told.
    running.ready().catch(() => {});
    return running;
  } catch (cause) {
    // A process that exits while threads load may be aborted in place of telling the reason.
    await (service ?? opener).close();
    throw cause;
  }
}

/** @param atlases where regions are kept from start to start */
const openerFor = (threads: number, atlases: string): RetinaOpener =>
  threads < 1
    ? { ...openHere, atlas: (retina) => keptAtlas(atlases, retina) }
    : new ThreadOpener(atlases);

async function storeFor({ retinas, data }: ServiceOptions, opener: RetinaOpener) {
  const own = path.join(data, "retinas");
  await makePrivateFolder(data);
  await makePrivateFolder(own);
  const folders = [
    { folder: retinas, isOwn: false },
    { folder: own, isOwn: true },
  ];
  return new RetinaStore(folders, own, opener);
}
