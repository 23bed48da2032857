import { parentPort } from "node:worker_threads";
import { threadData } from "../threads/end-lock.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import { type TeacherThreadData, teacherMethods } from "./teacher-methods.ts";

if (parentPort !== null)
  void serveMethods(parentPort, () => teacherMethods(threadData<TeacherThreadData>()));
