import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { auditQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { formatShare } from "../../model/format.ts";
import { readLook, restrictTo } from "../../state/collection/collection-look.ts";
import { focusRows } from "./focus-soon.ts";
import { useHoldFocus } from "./use-hold-focus.ts";

interface AuditProps {
  readonly name: string;
  readonly category: string;
  readonly line: number;
}

/** Precision and recall of the whole collection, from labels of a random sample. */
export function Audit({ name, category, line }: AuditProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    ...auditQuery(name, category, line),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  if (!isOpen)
    return (
      <Button size="small" tone="quiet" onPress={() => setOpen(true)}>
        How good is it?
      </Button>
    );
  if (error) return <Failure error={error} doing="The check" onRetry={() => void refetch()} />;
  if (!data) return null;
  const label = (ids: readonly string[]) => {
    // The line stays where it is checked: new labels would move one that was only suggested.
    const lines = { ...readLook().lines, [category]: line };
    restrictTo({ kind: "rows", ids, label: `${ids.length} of the random sample` }, { lines });
    focusRows();
  };
  return <AuditFigures data={data} onLabel={label} />;
}

/** So many are labelled in one go, and the figures follow. */
const AT_ONCE = 20;

interface AuditFiguresProps {
  readonly data: Output<"app.collectionAudit">;
  readonly onLabel: (ids: readonly string[]) => void;
}

function AuditFigures({ data, onLabel }: AuditFiguresProps) {
  const box = useHoldFocus<HTMLDivElement>();
  const { sampled, precision, recall } = data;
  const audited = data.over.audited + data.under.audited;
  // In the order of chance: only a beginning of it that is labelled without a gap counts.
  const ids = data.next.slice(0, AT_ONCE).map(({ id }) => id);
  return (
    <div ref={box} className="figures row gap-1-2 wrap" tabIndex={-1}>
      <p>
        {audited === 0
          ? `None of the ${sampled} rows taken by chance is labelled yet.`
          : `Precision ${estimate(precision)}, recall ${estimate(recall)}, by ${audited} of ${sampled} rows taken by chance`}
      </p>
      {ids.length > 0 && (
        <Button size="small" onPress={() => onLabel(ids)}>
          Label {ids.length} {audited === 0 ? "of them" : "more"}
        </Button>
      )}
    </div>
  );
}

interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const estimate = ({ value, low, high }: Estimate): string =>
  low === 0 && high === 1
    ? "not known yet"
    : `${formatShare(value)} (${formatShare(low)} to ${formatShare(high)})`;
