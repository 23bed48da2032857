import { answerTasks } from "../../threads/serve-methods.ts";
import { openReadingMethods } from "./reading-methods.ts";

export const answer = answerTasks(openReadingMethods);
