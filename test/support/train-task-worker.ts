import { answerTasks } from "../../core/node/threads/serve-methods.ts";

interface TestTask {
  readonly input: { readonly number: number; readonly isLast?: boolean };
}

/** Answers each task with the number of its order, or ends. */
const task = ({ input }: TestTask): number => {
  if (input.isLast === true) process.exit(1);
  return input.number;
};

export const answer = answerTasks(() => ({ task }));
