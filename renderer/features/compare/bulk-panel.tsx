import { X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { FileDrop, TABLE_FILES } from "../../components/files/file-drop.tsx";
import { pastedText, type TextSource } from "../../components/files/read-file.ts";
import { TableImport } from "../../components/files/table-import.tsx";
import { formatCount, plural } from "../../model/format.ts";
import type { ColumnRole, ImportedRow } from "../../model/tables/assign-columns.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { useRetina } from "../../state/retina.ts";
import {
  adoptBulk,
  cancelBulk,
  chooseMode,
  closeItems,
  compareAll,
  openItems,
  useBulkRun,
} from "./bulk-run.ts";
import { ThresholdLine } from "./measure-table.tsx";
import {
  type BulkMode,
  bulkInput,
  duplicatesOf,
  MOST_PAIRS,
  pairCount,
} from "./model/bulk-items.ts";
import "./compare.css";
import "./verdict.css";

/** Many items at once: where they come from, which pairs, and how far the task is. */
export function BulkPanel() {
  const { input } = useBulkRun();
  useEffect(() => void adoptBulk(), []);
  return input ? <ChosenItems /> : <ChooseItems />;
}

function ChooseItems() {
  return (
    <div className="bulk stack at-top">
      <p className="muted">
        Words or texts, one per line or in a column. A second column makes listed pairs.
      </p>
      <ChooseRows
        fileLabel="Choose a file…"
        boxLabel="Items to compare, one per line"
        placeholder={"violin\nguitar\ndrum"}
        title="Items to compare"
        roles={[
          { id: "item", title: "Item", isRequired: true, names: ["left", "text", "term", "first"] },
          { id: "other", title: "Other item", names: ["right", "second", "other"] },
        ]}
        noun="item"
        onAccept={(rows, { name }) => openItems(bulkInput(name, rows))}
      >
        or drop it here
      </ChooseRows>
    </div>
  );
}

const MODES: Readonly<Record<BulkMode, string>> = {
  all: "Every pair",
  "one-to-many": "First with all",
  listed: "As listed",
  partner: "With a filter",
};

function ChosenItems() {
  const { input, mode, partner, phase, rows, job, isOutOfReach } = useBulkRun();
  const retina = useRetina()?.name ?? "";
  const duplicates = useMemo(() => duplicatesOf(input?.items ?? []), [input]);
  if (!input) return null;
  const count = pairCount(input, mode);
  const problem = problemOf(count, mode === "partner" && partner === null);
  return (
    <div className="bulk stack at-top">
      <p className="row">
        <strong dir="auto">{input.name}</strong>{" "}
        <span className="muted figures">{plural(input.items.length, "item")}</span>
        <IconButton icon={X} isSmall label="Close these items" onPress={closeItems} />
      </p>
      {duplicates.length > 0 && (
        <p className="muted">
          {duplicates.length === 1
            ? "1 item appears more than once (in lines "
            : `${formatCount(duplicates.length)} items appear more than once (the first in lines `}
          {duplicates[0]?.slice(0, 4).join(", ")}); all are kept.
        </p>
      )}
      <PairChoice hasListed={input.pairs.length > 0} />
      {problem && <p className="problem row gap-1-2 wrap">{problem}</p>}
      {phase === "running" ? (
        <div className="row">
          <progress
            className="grow"
            aria-label="Pairs compared"
            max={1}
            value={job?.fraction ?? 0}
          />
          <span className="muted figures" role="status">
            {isOutOfReach
              ? "The engine is not answering at the moment; the task continues"
              : `${formatCount(rows.length)} of ${plural(count, "pair")}`}
          </span>
          <Button size="small" onPress={cancelBulk}>
            Cancel
          </Button>
        </div>
      ) : (
        <Button
          tone={phase === "ready" ? "primary" : "plain"}
          isDisabled={problem !== null || retina === ""}
          onPress={() => compareAll(retina)}
        >
          Compare {plural(count, "pair")}
          {phase !== "ready" && " again"}
        </Button>
      )}
      {phase === "cancelled" && (
        <p className="muted" role="status">
          Cancelled: {plural(rows.length, "pair")} of {formatCount(count)} were compared and are
          kept.
        </p>
      )}
      <ThresholdLine />
    </div>
  );
}

function problemOf(count: number, lacksFilter: boolean): string | null {
  if (lacksFilter) return "Choose the filter that each item is compared with.";
  if (count === 0) return "These items form no pair: give at least two.";
  if (count <= MOST_PAIRS) return null;
  return `${formatCount(count)} pairs are more than the ${formatCount(MOST_PAIRS)} one task takes; compare the first with all, or fewer items.`;
}

/** Which pairs; with a filter only while there is one that works. */
function PairChoice({ hasListed }: { readonly hasListed: boolean }) {
  const { mode, partner } = useBulkRun();
  const filters = useFilterStates().flatMap(({ ready }) => (ready ? [ready] : []));
  const { listed, partner: withFilter, ...plain } = MODES;
  const options = {
    ...(hasListed ? { listed } : {}),
    ...plain,
    ...(filters.length > 0 ? { partner: withFilter } : {}),
  } as typeof MODES;
  const chooseFilter = (id: string) => {
    const found = filters.find((filter) => filter.id === id);
    chooseMode("partner", found ?? null);
  };
  return (
    <>
      <Choice
        label="Pairs"
        options={options}
        value={mode}
        onChange={(next) => chooseMode(next, next === "partner" ? (filters[0] ?? null) : null)}
      />
      {mode === "partner" && (
        <select
          aria-label="Filter to compare with"
          value={partner?.id ?? ""}
          onChange={({ currentTarget }) => chooseFilter(currentTarget.value)}
        >
          {filters.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

interface ChooseRowsProps {
  /** The button: "Choose a file…". */
  readonly fileLabel: string;
  /** The box for lines that are typed or pasted. */
  readonly boxLabel: string;
  readonly placeholder: string;
  /** Of the dialog that shows how the rows will be read. */
  readonly title: string;
  readonly roles: readonly ColumnRole[];
  readonly noun: string;
  readonly onAccept: (
    rows: readonly ImportedRow[],
    source: TextSource,
    columns: readonly string[],
  ) => void;
  /** What may be dropped, in a few words. */
  readonly children?: ReactNode;
}

/** Rows from a file or from lines that are typed or pasted; both are looked at before they are taken. */
function ChooseRows(props: ChooseRowsProps) {
  const { fileLabel, boxLabel, placeholder, children, ...rest } = props;
  const [source, setSource] = useState<File | TextSource | null>(null);
  const [typed, setTyped] = useState("");
  return (
    <div className="choose-rows stack at-start">
      <FileDrop
        label={fileLabel}
        accept={TABLE_FILES}
        onFiles={([file]) => file && setSource(file)}
      >
        <span className="muted">{children}</span>
      </FileDrop>
      <textarea
        className="choose-rows-box across"
        aria-label={boxLabel}
        placeholder={placeholder}
        rows={4}
        dir="auto"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button
        size="small"
        isDisabled={typed.trim() === ""}
        onPress={() => setSource(pastedText(typed))}
      >
        Look at these lines
      </Button>
      <TableImport source={source} onClose={() => setSource(null)} {...rest} />
    </div>
  );
}
