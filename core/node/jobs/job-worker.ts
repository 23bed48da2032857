import { parentPort } from "node:worker_threads";
import { inOrder } from "../../analysis/engine.ts";
import { unknownRetina } from "../../errors.ts";
import { isSibling } from "../../language/sibling.ts";
import { engineOver } from "../engine/thread-engine.ts";
import { threadData } from "../threads/end-lock.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import { jobMethods } from "./job-methods.ts";
import type { JobThreadData } from "./job-store.ts";
import { jobKinds } from "./kinds.ts";

const { retinas, packs = [], collections, ...files } = threadData<JobThreadData>();
const installed = retinas.filter((retina) => !isSibling(retina));
const names = inOrder(installed.map(({ card }) => card.name));
const parts = {
  kinds: jobKinds,
  retinas: names,
  mayReadFiles: files.mayReadFiles,
  folders: files.folders,
  openEngine: () => engineOver({ retinas, packs }),
  collections: (name = names[0]) => {
    const retina = retinas.find(({ card }) => card.name === name);
    if (retina === undefined) throw unknownRetina(name ?? "", names);
    return { port: collections, retina, ...files };
  },
};
if (parentPort !== null) void serveMethods(parentPort, () => jobMethods(parts));
