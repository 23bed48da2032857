import { useMemo, useState } from "react";
import { VirtualTable } from "../../components/table/virtual-table.tsx";
import type { Filter, Side } from "../../model/filters/filter-model.ts";
import type { SortState } from "../../model/tables/sort-state.ts";
import { NO_SELECTION } from "../../model/tables/virtual-window.ts";
import {
  moveExamples,
  muteExamples,
  removeExamples,
  SIDE_TITLES,
  useFilterDesk,
} from "../../state/filters/filter-state.ts";
import { EXAMPLE_COLUMNS, EXAMPLE_TABLE, sortInfos } from "./example-columns.tsx";
import { useExampleHover } from "./use-example-hover.ts";
import type { ExampleInfo } from "./use-filter-report.ts";

interface ExampleTableProps {
  readonly filter: Filter;
  readonly side: Side;
  readonly infos: readonly ExampleInfo[];
}

/** The examples of one side, with keys of their own: X moves, M mutes, Delete deletes what is chosen. */
export function ExampleTable({ filter, side, infos }: ExampleTableProps) {
  const { selection, search, onlyMark } = useFilterDesk();
  const [sort, setSort] = useState<SortState | undefined>();
  const hover = useExampleHover();
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const listed = infos.filter(
      ({ example, marks }) =>
        example.side === side &&
        (wanted === "" || example.text.toLowerCase().includes(wanted)) &&
        (onlyMark === "" || marks.some((mark) => mark === onlyMark)),
    );
    return sort ? sortInfos(listed, sort) : listed;
  }, [infos, side, search, onlyMark, sort]);
  const { chosen } = selection[side];
  const press = (key: string): boolean => {
    if (chosen.size === 0) return false;
    if (key === "Delete" || key === "Backspace") removeExamples(filter.id, chosen);
    else if (key === "m") muteExamples(filter, chosen);
    else if (key === "x") moveExamples(filter, chosen);
    else return false;
    return true;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the table inside, which holds the focus
    <div
      className="example-table"
      style={{ "--rows": Math.min(rows.length, 7) } as React.CSSProperties}
      onKeyDown={(event) => {
        if (press(event.key)) event.preventDefault();
      }}
    >
      <VirtualTable
        label={`Examples: ${SIDE_TITLES[side].toLowerCase()}`}
        name={EXAMPLE_TABLE}
        columns={EXAMPLE_COLUMNS}
        rows={rows}
        idOf={({ example }) => example.id}
        {...(sort ? { sort } : {})}
        onSort={setSort}
        selection={selection[side]}
        onSelect={(next) =>
          useFilterDesk.setState({
            selection:
              side === "positive"
                ? { positive: next, negative: NO_SELECTION }
                : { positive: NO_SELECTION, negative: next },
          })
        }
        onHover={(info) => hover(info?.example.text ?? null)}
      />
    </div>
  );
}
