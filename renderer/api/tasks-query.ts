import { queryOptions } from "@tanstack/react-query";
import type { Output } from "../../core/api/client-types.ts";
import { call, onTiming } from "./client.ts";
import { queryClient } from "./query-client.ts";

export type Task = Output<"app.jobs">[number];

const WHILE_RUNNING_MS = 1000;

export const isUnderWay = ({ state }: Task): boolean => state === "waiting" || state === "running";

/** All tasks, newest first; asked again each second as long as one is running. */
export const tasksQuery = () =>
  queryOptions({
    queryKey: ["jobs"],
    queryFn: ({ signal }) => call("app.jobs", {}, signal),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? WHILE_RUNNING_MS : false),
  });

/** Asks again whenever a task was started from here. @returns a function that ends it */
export const followStarts = (): (() => void) =>
  onTiming((name) => {
    if (name === "app.jobStart") void queryClient.invalidateQueries(tasksQuery());
  });
