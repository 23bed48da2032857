import { useMutation, useQuery } from "@tanstack/react-query";
import { memo, useState } from "react";
import { tasksQuery } from "../../api/collection-queries.ts";
import { isUnderWay, type Task } from "../../api/follow-task.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { formatShare, plural } from "../../model/format.ts";
import { useOpenCollection } from "../../state/collection/collection-look.ts";
import { cancelImport, keptImports, settleImport, startImport } from "./collection-import.ts";
import { useOwnImport } from "./use-collection.ts";

/** How far the import of the open collection is, or how it ended; nothing once all is well. */
export const ImportBanner = memo(function ImportBanner() {
  const own = useOwnImport();
  // A service that was started again may go on by itself: nothing is said before it tells.
  const isKnown = !useQuery(tasksQuery()).isPending;
  const name = useOpenCollection();
  const kept = keptImports.use()[name];
  const goOn = useMutation({ mutationFn: startImport });
  const [closed, setClosed] = useState("");
  if (own && isUnderWay(own)) return <Running own={own} />;
  if (isKnown && kept !== undefined && own?.state !== "done")
    return (
      <div className="intake-banner row gap-2-3 wrap note" role="status">
        <p>
          {own?.error && own.state === "failed"
            ? `The import stopped: ${own.error.message}`
            : "The import of this collection was interrupted. The rows that were read can be used."}
        </p>
        <Button
          size="small"
          tone="primary"
          isDisabled={goOn.isPending}
          onPress={() => goOn.mutate(kept)}
        >
          Resume import
        </Button>
        <Button size="small" tone="quiet" onPress={() => settleImport(name)}>
          Dismiss
        </Button>
        {goOn.error && <Failure error={goOn.error} doing="Resuming the import" />}
      </div>
    );
  const report = own?.state === "done" && closed !== name ? own.report : undefined;
  const oddities = report ? oddSentence(report) : "";
  if (oddities === "") return null;
  return (
    <details className="intake-banner row gap-2-3 wrap note" role="status">
      <summary>{oddities}</summary>
      <ul>
        {report?.oddities.map(({ place, reason }) => (
          <li key={place + reason}>
            {place}: {reason}
          </li>
        ))}
      </ul>
      <Button size="small" tone="quiet" onPress={() => setClosed(name)}>
        Close
      </Button>
    </details>
  );
});

function Running({ own }: { readonly own: Task }) {
  const cancel = useMutation({ mutationFn: cancelImport });
  return (
    <div className="intake-banner row gap-2-3 wrap note">
      <progress value={own.fraction} max={1} aria-label={`Import of ${own.title}`} />
      <p className="figures">{progressWords(own)}</p>
      <Button size="small" isDisabled={cancel.isPending} onPress={() => cancel.mutate(own.id)}>
        Cancel the import
      </Button>
      {cancel.error && <Failure error={cancel.error} doing="Cancelling" />}
    </div>
  );
}

/** Of a file, not of its rows: nobody knows how many of them there are before its end is read. */
function progressWords({ counted: rows = 0, phase, fraction, remainingSeconds }: Task): string {
  // Why there is no row yet: it may wait for another import.
  if (rows === 0 && fraction === 0) return `${phase}…`;
  const ready = `${plural(rows, "row")} ready`;
  if (fraction >= 1) return `${ready}; the whole file is read; storing the last rows`;
  const rest = remainingSeconds === null ? [] : [restOfTime(remainingSeconds)];
  const doing = phase.endsWith("rows") ? [] : [phase];
  return [ready, `${formatShare(fraction)} of the file`, ...doing, ...rest].join("\u00a0· ");
}

function restOfTime(seconds: number): string {
  if (seconds < 90) return `${plural(Math.max(1, Math.round(seconds)), "second")} left`;
  return `${plural(Math.round(seconds / 60), "minute")} left`;
}

type Report = NonNullable<Task["report"]>;

function oddSentence(report: Report): string {
  const parts = [
    [report.withoutText, "without a text"],
    [report.withoutKnownWord, "without a known word"],
    [report.skipped, "that could not be read"],
    [report.repaired, "repaired while reading"],
  ] as const;
  const told = parts
    .filter(([rows]) => rows > 0)
    .map(([rows, what]) => `${plural(rows, "row")} ${what}`);
  if (report.unread > 0)
    told.push(`${plural(report.unread, "value")} that did not fit, stored in a separate column`);
  if (report.isChanged) told.push("the file changed while it was read: import it again");
  return told.join("\u00a0· ");
}
