import { useEffect } from "react";
import { recordQuery } from "../../../state/query-history.ts";
import { subject } from "../../../state/subject.ts";
import { useEvaluatedSubject } from "../../../state/use-subject.ts";

/** An expression that stands for so long was meant, and is recorded. */
const SETTLED_MS = 1200;

/** Records what is evaluated while the view is open, once it has settled. */
export function useRecordHistory(): void {
  const { sent, meantNames, data, isStale, retina } = useEvaluatedSubject();
  const { sparsity } = subject.use();
  const cells = data?.positions.length;
  const name = retina?.name;
  useEffect(() => {
    if (!sent || !name || isStale || cells === undefined) return;
    const timer = setTimeout(
      () => recordQuery({ expression: sent, sparsity, retina: name, cells, partNames: meantNames }),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [sent, sparsity, name, cells, isStale, meantNames]);
}
