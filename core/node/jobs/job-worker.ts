import { parentPort, workerData } from "node:worker_threads";
import { inOrder } from "../../engine.ts";
import { engineOver } from "../service/thread-engine.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import { jobMethods } from "./job-methods.ts";
import type { JobThreadData } from "./job-store.ts";
import { jobKinds } from "./kinds/kinds.ts";

const { retinas, mayReadFiles } = workerData as JobThreadData;
const parts = {
  kinds: jobKinds,
  retinas: inOrder(retinas.map(({ card }) => card.name)),
  mayReadFiles,
  openEngine: () => engineOver(retinas),
};
if (parentPort !== null) void serveMethods(parentPort, () => jobMethods(parts));
