import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import { groupsQuery } from "../../api/collection-queries.ts";
import { Answer } from "../../components/controls/states.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { queryOf, type Restriction, withRestriction } from "../../model/collection/restrictions.ts";
import type { ExportTable } from "../../model/export-source.ts";
import { formatCount, plural } from "../../model/format.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { hoverTerm, useEndHover } from "../../state/hover.ts";
import { usePublish } from "../../state/publish.ts";
import { useAtlas } from "../../state/retina.ts";
import { isSure, ratioText, timesText } from "./model/difference.ts";
import { inRegion, namedColumns, valueKind } from "./model/named-columns.ts";
import { nextStart, stepName } from "./model/time-steps.ts";
import type { OpenCollection } from "./use-collection.ts";

type GroupsAnswer = Output<"app.collectionGroups">;
type Group = GroupsAnswer["groups"][number];

interface GroupsProps {
  readonly open: OpenCollection;
  readonly column: string;
}

/** Regions as wide as a subject. */
const LEVEL = 1;
const MOST_WORDS = 30;
const MOST_REGIONS = 12;

/** Two parts, or the groups of a column: what Differences compares. */
export function GroupsPick({ open: { info, look } }: { readonly open: OpenCollection }) {
  const columns = info.columns.filter(
    (column) =>
      column.type === "date" || (column.type === "text" && namedColumns(info).includes(column)),
  );
  if (columns.length === 0) return null;
  return (
    <label className="row gap-1-2">
      <span className="muted">Compare</span>
      <select
        value={look.groups ?? ""}
        onChange={({ currentTarget: { value } }) =>
          changeLook(value === "" ? "Compare two parts" : `Compare the groups of ${value}`, {
            groups: value,
          })
        }
      >
        <option value="">two parts</option>
        {columns.map(({ name }) => (
          <option key={name} value={name}>
            groups of {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How up to eight groups of the rows shown differ, each from all others. */
export function Groups({ open, column }: GroupsProps) {
  const { info, look } = open;
  const rows = useMemo(() => queryOf(look.restrictions), [look.restrictions]);
  const query = useQuery({
    ...groupsQuery(info.name, rows, column, LEVEL),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="dims column gap-3" data-stale={query.isPlaceholderData || undefined}>
      <Answer query={query} doing="Comparing" waiting="Comparing the groups" />
      {query.data && <Found open={open} column={column} data={query.data} />}
    </div>
  );
}

interface FoundProps extends GroupsProps {
  readonly data: GroupsAnswer;
}

function Found({ open, column, data }: FoundProps) {
  const atlas = useAtlas();
  const { info, look } = open;
  const titles = useMemo(() => data.groups.map((group) => titleOf(group, data.unit)), [data]);
  useEndHover(data);
  useOffer(open, column, data, titles);
  const show = (group: number, find: Restriction | null, title: string) =>
    changeLook(`Show the rows of ${title}`, {
      restrictions: [groupRestriction(data, group, column, info), ...(find ? [find] : [])].reduce(
        withRestriction,
        look.restrictions,
      ),
      lens: "rows",
    });
  return (
    <>
      <ol className="groups fixed" aria-label="Groups">
        {data.groups.map((group, i) => (
          <li
            key={group.value}
            className="column gap-1"
            onPointerEnter={() => hoverTerm({ name: titles[i]!, positions: group.positions })}
            onPointerLeave={() => hoverTerm(null)}
          >
            <Thumbnail positions={group.positions} size={64} />
            <button
              className="plain strong"
              type="button"
              dir="auto"
              title={titles[i]}
              onClick={() => show(i, null, titles[i]!)}
            >
              {titles[i]}
            </button>
            <span className="muted figures">{plural(group.rows, "row")}</span>
          </li>
        ))}
      </ol>
      <GroupTable
        title="Words"
        titles={titles}
        rows={data.words.slice(0, MOST_WORDS).map((each) => ({ ...each, name: each.word }))}
        onOpen={(group, { name }) =>
          show(group, { kind: "words", words: `"${name}"` }, `${name}, ${titles[group]}`)
        }
      />
      <GroupTable
        title="Regions"
        titles={titles}
        rows={data.regions.slice(0, MOST_REGIONS).map((each) => ({ ...each, name: each.place }))}
        onOpen={(group, { name, region }) => {
          const cells = atlas?.cellsOf(String(region)) ?? [];
          if (cells.length > 0) show(group, inRegion(cells, name), `${name}, ${titles[group]}`);
        }}
      />
    </>
  );
}

interface GroupRow {
  readonly name: string;
  readonly groups: GroupsAnswer["words"][number]["groups"];
}

interface GroupTableProps<Row extends GroupRow> {
  readonly title: string;
  readonly titles: readonly string[];
  readonly rows: readonly Row[];
  readonly onOpen: (group: number, row: Row) => void;
}

/** One row for each find, one column for each group: the odds beside all other rows where they are no chance. */
function GroupTable<Row extends GroupRow>({ title, titles, rows, onOpen }: GroupTableProps<Row>) {
  if (rows.length === 0) return <p className="muted">{title}: no significant difference.</p>;
  return (
    <div className="group-table">
      <table className="table figures across">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {titles.map((own) => (
              <th key={own} scope="col" dir="auto" title="Odds ratio to all other rows">
                {own}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row" dir="auto">
                {row.name}
              </th>
              {row.groups.map((figures, group) => (
                <td key={titles[group]}>
                  {isSure(figures) && (
                    <button
                      className={figures.effect > 0 ? "plain strong" : "plain muted"}
                      type="button"
                      title={`${formatCount(figures.inA)} rows of ${titles[group]}, ${formatCount(figures.inB)} others: ${figures.effect > 0 ? "" : "fewer by "}${ratioText(figures)}`}
                      onClick={() => onOpen(group, row)}
                    >
                      {figures.effect > 0 ? "×" : "÷"} {timesText(figures.effect)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Files have every find with its figures in each group. */
function useOffer(
  { info }: OpenCollection,
  column: string,
  data: GroupsAnswer,
  titles: readonly string[],
) {
  usePublish({
    exports: useMemo(
      () => ({
        name: `${info.name}, groups of ${column}`,
        table: () => groupsTable(data, titles),
        explanation: () => [
          {
            title: "Compared",
            lines: titles.map((title, i) => `${title}: ${plural(data.groups[i]!.rows, "row")}`),
          },
        ],
        settings: { collection: info.name, column },
      }),
      [info.name, column, data, titles],
    ),
  });
}

/** One row for each word or region and group. */
export function groupsTable(
  { words, regions }: Pick<GroupsAnswer, "words" | "regions">,
  titles: readonly string[],
): ExportTable {
  const lines = (kind: string, name: string, groups: GroupRow["groups"]) =>
    groups.map(({ inA, inB, effect, low, high, q }, i) => [
      ...[name, kind, titles[i] ?? "", inA, inB],
      ...[effect, low, high].map((logarithm) => Number(Math.exp(logarithm).toPrecision(3))),
      Number(q.toPrecision(3)),
    ]);
  return {
    columns: [
      ...["name", "kind", "group", "rows of the group", "other rows"],
      ...["odds ratio", "from", "to", "q"],
    ],
    forPrograms: 0,
    rows: [
      ...words.flatMap(({ word, groups }) => lines("word", word, groups)),
      ...regions.flatMap(({ place, groups }) => lines("region", place, groups)),
    ],
  };
}

function titleOf({ value, last }: Group, unit: GroupsAnswer["unit"]): string {
  if (last === null || unit === null) return value;
  const [first, end] = [stepName(value, unit), stepName(last, unit)];
  return first === end ? first : `${first} to ${end}`;
}

/** The rows of one group. */
function groupRestriction(
  { groups, unit }: GroupsAnswer,
  group: number,
  column: string,
  info: OpenCollection["info"],
): Restriction {
  const { value, last } = groups[group]!;
  return last === null || unit === null
    ? { kind: "values", column, values: [value], ...valueKind(info, column) }
    : {
        ...{ kind: "range", column, range: { from: value, below: nextStart(last, unit) } },
        label: titleOf(groups[group]!, unit),
      };
}
