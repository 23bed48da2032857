import { parentPort } from "node:worker_threads";
import { serveMethods } from "../threads/serve-methods.ts";
import { taskMethods } from "./task-methods.ts";

if (parentPort !== null) void serveMethods(parentPort, () => taskMethods);
