import { parentPort, workerData } from "node:worker_threads";
import { serveMethods } from "../threads/serve-methods.ts";
import { type TeacherThreadData, teacherMethods } from "./teacher-methods.ts";

if (parentPort !== null)
  void serveMethods(parentPort, () => teacherMethods(workerData as TeacherThreadData));
