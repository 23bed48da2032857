import { parentPort, workerData } from "node:worker_threads";
import { serveMethods } from "../threads/serve-methods.ts";
import { type TeacherThreadData, teacherMethods } from "./teacher-methods.ts";

if (parentPort !== null)
  await serveMethods(parentPort, () => teacherMethods(workerData as TeacherThreadData));
