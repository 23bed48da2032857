import { parentPort } from "node:worker_threads";

/** Stays until it is ended. */
parentPort?.on("message", () => {});
parentPort?.postMessage("ready");
