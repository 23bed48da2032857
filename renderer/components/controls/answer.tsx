import type { ReactNode } from "react";
import { Failure, Loading } from "./states.tsx";

interface AnswerProps<T> {
  readonly result: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  /** "Explaining the decision" */
  readonly doing: string;
  /** What is waited for, said once it takes long. */
  readonly waiting: string;
  readonly children: (data: T) => ReactNode;
}

/** What was asked for, or that it is on its way, or why it did not come. */
export function Answer<T>({ result, doing, waiting, children }: AnswerProps<T>) {
  if (result.isError)
    return <Failure error={result.error} doing={doing} onRetry={() => void result.refetch()} />;
  return result.data === undefined ? <Loading label={waiting} /> : children(result.data);
}
