import type { JobKinds } from "../job-kind.ts";
import { classify } from "./classify.ts";
import { compareBulk } from "./compare-bulk.ts";
import { importTexts } from "./import.ts";
import { train } from "./train.ts";

/** Every kind of task. */
export const jobKinds: JobKinds = { classify, compareBulk, train, import: importTexts };
