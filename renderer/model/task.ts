import type { Output } from "../../core/api/client-types.ts";

export type Task = Output<"app.jobs">[number];

export const isUnderWay = ({ state }: Task): boolean => state === "waiting" || state === "running";
