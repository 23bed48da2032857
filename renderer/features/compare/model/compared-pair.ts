import type { Output } from "../../../../core/api/client-types.ts";

export type ComparedPair = Output<"app.jobResult">["compared"][number];
