import { answerTasks } from "../threads/serve-methods.ts";
import { documentMethods } from "./document-methods.ts";

export const answer = answerTasks(() => documentMethods);
