import { RotateCcw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError } from "../../../core/errors.ts";
import { Button } from "./button.tsx";
import "./states.css";
import { messageOf } from "../../model/format.ts";

const QUIET_MS = 150;
const NAMED_MS = 300;
const SLOW_MS = 2000;

interface LoadingProps {
  /** "Finding terms like jaguar": named once it takes long. */
  readonly label: string;
  readonly onCancel?: () => void;
}

/** Nothing for 150 ms, then a thin bar, from 300 ms on with what is waited for, after 2 s with Cancel. Moves no content. */
export function Loading({ label, onCancel }: LoadingProps) {
  const stage = useStage();
  if (stage === "quiet") return <div className="loading" />;
  return (
    <div className="loading" role="status" aria-label={label}>
      <div className="loading-bar" />
      {(stage === "named" || stage === "slow") && (
        <p className="loading-label">
          <span>{label}…</span>
          {stage === "slow" && onCancel && (
            <Button size="small" tone="quiet" onPress={onCancel}>
              Cancel
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

type Stage = "quiet" | "bar" | "named" | "slow";

function useStage(): Stage {
  const [stage, setStage] = useState<Stage>("quiet");
  useEffect(() => {
    const bar = setTimeout(() => setStage("bar"), QUIET_MS);
    const named = setTimeout(() => setStage("named"), NAMED_MS);
    const slow = setTimeout(() => setStage("slow"), SLOW_MS);
    return () => {
      clearTimeout(bar);
      clearTimeout(named);
      clearTimeout(slow);
    };
  }, []);
  return stage;
}

interface FailureProps {
  readonly error: unknown;
  /** What was being done: "Finding similar terms". */
  readonly doing?: string;
  readonly onRetry?: () => void;
  /** Other ways out, as buttons. */
  readonly children?: ReactNode;
}

/** Says what failed, where and what to do; the technical part is folded away and can be copied. */
export function Failure({ error, doing, onRetry, children }: FailureProps) {
  const detail = detailOf(error);
  return (
    <div className="failure stack breaks" role="alert">
      {doing && <p className="strong">{doing} failed.</p>}
      <p>{messageOf(error)}</p>
      <div className="row wrap">
        {onRetry && (
          <Button size="small" onPress={onRetry}>
            <RotateCcw size={13} aria-hidden="true" /> Try again
          </Button>
        )}
        {children}
      </div>
      <details className="fine muted">
        <summary>Technical details</summary>
        <pre className="scroll">{detail}</pre>
        <Button
          size="small"
          tone="quiet"
          onPress={() => void navigator.clipboard.writeText(detail)}
        >
          Copy details
        </Button>
      </details>
    </div>
  );
}

interface AnswerProps {
  readonly query: {
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** "Reading the rows" */
  readonly doing: string;
  /** Named while it is fetched; without it only a failure shows. */
  readonly waiting?: string;
}

/** Shows that a query failed, with a way to try again, or that it is under way. */
export const Answer = ({ query, doing, waiting }: AnswerProps) => (
  <>
    {query.error ? (
      <Failure error={query.error} doing={doing} onRetry={() => void query.refetch()} />
    ) : null}
    {waiting !== undefined && query.isFetching && <Loading label={waiting} />}
  </>
);

function detailOf(error: unknown): string {
  if (error instanceof ApiError)
    return JSON.stringify(
      { code: error.code, message: error.message, details: error.details },
      null,
      2,
    );
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  return cause === undefined ? `${name}: ${message}` : detailOf(cause);
}

interface EmptyProps {
  readonly title?: string;
  /** A sentence with the reason, and one action that works. */
  readonly children: ReactNode;
}

/** A panel without content says why, and teaches one step. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="empty stack muted">
      {title && <p className="empty-title">{title}</p>}
      <div>{children}</div>
    </div>
  );
}
