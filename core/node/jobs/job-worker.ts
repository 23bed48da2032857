import { workerData } from "node:worker_threads";
import { inOrder } from "../../analysis/engine.ts";
import { unknownRetina } from "../../errors.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import { retinasOn } from "../collections/import/row-retinas.ts";
import { languageRetinaFiles, loadLanguageRetina } from "../opening/language-retina-files.ts";
import { answerTasks } from "../threads/serve-methods.ts";
import { collectGarbage } from "../threads/thread-memory.ts";
import type { JobThreadData } from "./job-store.ts";
import { jobMethods } from "./run-job.ts";

const { retinas, packs = [], languages, readersFolder, ...files }: JobThreadData = workerData;
const names = inOrder(retinas.map(({ card }) => card.name));

/** One that is installed, or one of a language that this thread opens, and gives back with its end. */
async function load(name: string) {
  const known = retinas.find(({ card }) => card.name === name);
  if (known !== undefined) return known;
  const found = await languageRetinaFiles(name, languages);
  const map = retinas.find(({ checksum }) => checksum === found?.map.checksum);
  if (found === undefined) return undefined;
  const { tables } = await loadLanguageRetina(found, map && attachRetina(map));
  // Before the next one is made: what making one leaves behind takes as much as four that are open.
  await collectGarbage();
  return tables;
}

const place = {
  folders: files.folders,
  collections: async (name = names[0] ?? "") => {
    const retina = await load(name);
    if (retina === undefined) throw unknownRetina(name, names);
    const rowRetinas = retinasOn(retina, packs, load);
    return { rowRetinas, readersFolder, ...files };
  },
};
export const answer = answerTasks(() => jobMethods(place));
