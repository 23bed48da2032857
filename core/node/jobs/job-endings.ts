import { busy, type ErrorData } from "../../errors.ts";

/** Refuses a start while `most` tasks wait. */
export const tooManyWaiting = (most: number) =>
  busy(`${most} tasks are waiting; start another when one of them has ended, or stop one.`);

/** Of a task that ran when the program ended, and cannot go on. */
export const CUT_OFF: ErrorData = {
  code: "interrupted",
  message: "The program ended while this task was running; start it again.",
  details: {},
};

/** Of a task that ended by a fault of the program. */
export const CRASHED: ErrorData = {
  code: "internal",
  message: "Something went wrong inside this task; start it again.",
  details: {},
};
