import { queryOptions } from "@tanstack/react-query";
import { call, onTiming } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { isUnderWay } from "../model/task.ts";

const WHILE_RUNNING_MS = 1000;

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
