import { parentPort } from "node:worker_threads";
import { serveMethods } from "../threads/serve-methods.ts";
import { documentMethods } from "./document-methods.ts";

if (parentPort !== null) void serveMethods(parentPort, () => documentMethods);
