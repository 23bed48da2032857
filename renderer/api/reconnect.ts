import { ApiError } from "../../core/errors.ts";
import { onTiming } from "./client.ts";
import { queryClient } from "./query-client.ts";

/**
 * What is on the screen as failed because nobody answered is asked again as soon as somebody does.
 * @returns a function that ends it
 */
export const followReconnection = (): (() => void) =>
  onTiming(() => {
    void queryClient.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.fetchStatus === "idle" && isUnreachable(state.error),
    });
  });

/** The engine's own "busy" has no reason of the connection's. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "busy" && "reason" in error.details;
