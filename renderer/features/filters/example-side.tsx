import { FileUp } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../components/controls/icon-button.tsx";
import { TABLE_FILES, useFileDrop } from "../../components/files/file-drop.tsx";
import { pastedText, type TextSource } from "../../components/files/read-file.ts";
import { TableImport } from "../../components/files/table-import.tsx";
import { ColumnMenu } from "../../components/table/column-menu.tsx";
import type { Filter, Side } from "../../model/filters/filter-model.ts";
import { formatCount } from "../../model/format.ts";
import { addExamples, SIDE_TITLES } from "../../state/filters/filter-state.ts";
import { toast } from "../../state/toasts.ts";
import { AddExample } from "./add-example.tsx";
import { EXAMPLE_COLUMNS, EXAMPLE_TABLE } from "./example-columns.tsx";
import { ExampleTable } from "./example-table.tsx";
import { pickFile } from "./transfer.ts";
import type { ExampleInfo } from "./use-filter-report.ts";

interface ExampleSideProps {
  readonly filter: Filter;
  readonly side: Side;
  readonly infos: readonly ExampleInfo[];
}

/** One side of a filter: its examples, and every way to add more. */
export function ExampleSide({ filter, side, infos }: ExampleSideProps) {
  const [source, setSource] = useState<File | TextSource | null>(null);
  const { isOver, handlers } = useFileDrop(([file]) => file && setSource(file));
  const count = infos.filter(({ example }) => example.side === side).length;
  const add = (texts: readonly string[]) => {
    const left = addExamples(filter.id, side, texts);
    if (left > 0) toast(`${formatCount(left)} did not fit: a side holds at most 5,000 examples`);
  };
  return (
    <section
      className="filter-side stack at-top"
      aria-label={SIDE_TITLES[side]}
      data-over={isOver || undefined}
      {...handlers}
    >
      <div className="side-head row gap-1">
        <h3 className="grow row">
          <span className={`side-mark ${side}`} aria-hidden="true" />
          {SIDE_TITLES[side]} <span className="figures">{formatCount(count)}</span>
        </h3>
        <IconButton
          icon={FileUp}
          label={`From a file: ${SIDE_TITLES[side].toLowerCase()}`}
          isSmall
          onPress={() => pickFile(TABLE_FILES, setSource)}
        />
        {count > 0 && <ColumnMenu name={EXAMPLE_TABLE} columns={EXAMPLE_COLUMNS} />}
      </div>
      <AddExample
        side={side}
        onAdd={(text) => add([text])}
        onLines={(text) => setSource(pastedText(text))}
      />
      {count > 0 && <ExampleTable filter={filter} side={side} infos={infos} />}
      <TableImport
        title={`Add texts: ${SIDE_TITLES[side].toLowerCase()}`}
        source={source}
        roles={[
          {
            id: "text",
            title: "Text",
            isRequired: true,
            names: ["content", "body", "sentence", "example", "comment"],
          },
        ]}
        noun="text"
        onAccept={(rows) => add(rows.map(({ values }) => values.text ?? ""))}
        onClose={() => setSource(null)}
      />
    </section>
  );
}
