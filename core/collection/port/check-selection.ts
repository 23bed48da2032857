import type {
  CollectionQuery,
  Column,
  Field,
  Predicate,
  Value,
} from "../../api/schema/collection-types.ts";
import { badInput, badValue, emptyFingerprint, unknownColumn } from "../../errors.ts";
import { checkPositions } from "../../fingerprint/positions.ts";
import type { Positions } from "../../kernel/grid.ts";
import { type CollectionInfo, DEEPEST_ROW, type RowPage, type Selection } from "./store.ts";
import { cleanValue } from "./values.ts";
import { parseWords } from "./words.ts";

/** Makes positions of the expression in `like`; the caller's retina knows how. */
export type Evaluate = (like: NonNullable<CollectionQuery["like"]>) => Positions;

/**
 * A checked query as a store takes it: its expression evaluated, its words read, every column known and of a type that
 * fits.
 *
 * @throws unknown-column, bad-input, empty-fingerprint, and whatever `evaluate` throws
 */
export function toSelection(
  query: CollectionQuery,
  info: CollectionInfo,
  evaluate: Evaluate,
): Selection {
  const { like, words, region, ...rest } = query;
  for (const part of ["where", "labels"] as const)
    if (query[part] !== undefined) checkColumns(query[part], part, info);
  return {
    ...rest,
    ...(like === undefined ? {} : { like: somePositions(evaluate(like)) }),
    ...(words === undefined ? {} : { words: parseWords(words) }),
    ...(region === undefined
      ? {}
      : {
          region: {
            positions: checkPositions(region.positions, "region.positions"),
            share: region.share,
          },
        }),
  };
}

/** What the rows' ids are called where their file has no name for them. */
const ID = "id";

/**
 * A query with its tests of the column that names the rows as `ids`, which stores keep apart from columns. Only tests that all rows have
 * to pass, by equality, are taken.
 * @param nameOfIds what the file calls the ids
 */
export async function idsApart(
  query: CollectionQuery,
  { columns }: CollectionInfo,
  nameOfIds: () => Promise<string | undefined>,
): Promise<CollectionQuery> {
  const { where, ...rest } = query;
  const tests = where === undefined ? [] : "and" in where ? where.and : [where];
  const isColumn = (name: string) => columns.some((column) => column.name === name);
  const ofOther = tests.filter(
    (test) => "column" in test && !isColumn(test.column) && ("equals" in test || "in" in test),
  );
  if (ofOther.length === 0) return query;
  const names = [await nameOfIds(), ID];
  const isOfIds = (test: Predicate) =>
    ofOther.includes(test) && "column" in test && names.includes(test.column);
  const ids = tests
    .filter(isOfIds)
    .map((test) => ("equals" in test ? [test.equals] : "in" in test ? test.in : []).map(String));
  const [first, ...others] = query.ids === undefined ? ids : [query.ids, ...ids];
  if (ids.length === 0 || first === undefined) return query;
  const left = tests.filter((test) => !isOfIds(test));
  const common = first.filter((id) => others.every((own) => own.includes(id)));
  return {
    ...rest,
    ...(left.length > 0 && { where: { and: left } }),
    // No row has an empty id.
    ids: common.length === 0 ? [""] : common,
  };
}

function somePositions(positions: Positions): Positions {
  if (positions.length === 0) throw emptyFingerprint("“like”");
  return positions;
}

/** @throws unknown-column, bad-input */
export function checkColumns(node: Predicate, path: string, info: CollectionInfo): void {
  if ("and" in node) {
    checkEach(node.and, `${path}.and`, info);
    return;
  }
  if ("or" in node) {
    checkEach(node.or, `${path}.or`, info);
    return;
  }
  if ("not" in node) {
    checkColumns(node.not, `${path}.not`, info);
    return;
  }
  // A filter without any label is fine: every row is unlabelled.
  if ("label" in node) return;
  if ("score" in node) {
    checkScore(node.score, `${path}.score`, info);
    return;
  }
  checkTest(node, path, columnOf(info, node.column, `${path}.column`));
}

function checkEach(nodes: readonly Predicate[], path: string, info: CollectionInfo): void {
  nodes.forEach((node, i) => {
    checkColumns(node, `${path}[${i}]`, info);
  });
}

type ColumnTest = Extract<Predicate, { readonly column: string }>;

function checkTest(node: ColumnTest, path: string, column: Column): void {
  if ("missing" in node) return;
  if ("equals" in node) checkTestValue(node.equals, `${path}.equals`, column);
  else if ("in" in node)
    for (const [i, value] of node.in.entries()) checkTestValue(value, `${path}.in[${i}]`, column);
  else if ("contains" in node) checkKind(column, path, CONTAINING);
  else {
    checkKind(column, path, RANGED);
    for (const key of ["from", "to", "below"] as const)
      if (node[key] !== undefined) checkTestValue(node[key], `${path}.${key}`, column);
  }
}

const CONTAINING = { types: ["text", "list"], need: "“contains” looks into texts" };
const RANGED = { types: ["number", "date"], need: "a range needs numbers or dates" };

function checkKind(column: Column, path: string, wanted: typeof RANGED): void {
  if (!wanted.types.includes(column.type))
    throw badInput(path, `“${column.name}” holds ${NOUNS[column.type]}; ${wanted.need}.`);
}

const NOUNS = { text: "texts", list: "lists", number: "numbers", date: "dates" } as const;

function checkTestValue(value: Value, path: string, { name, type }: Column): void {
  const fits = cleanValue(value, type === "list" ? "text" : type);
  if (fits === undefined)
    throw badValue(
      path,
      type === "date"
        ? "a day such as 2024-05-31"
        : `a ${type === "number" ? "number" : "text"}, as in “${name}”`,
      value,
    );
}

/** The column of this name. @throws unknown-column */
export function columnOf({ columns }: CollectionInfo, name: string, field: string): Column {
  const column = columns.find((each) => each.name === name);
  if (column === undefined)
    throw unknownColumn(
      field,
      name,
      columns.map((each) => each.name),
    );
  return column;
}

function checkScore(name: string, field: string, { scores }: CollectionInfo): void {
  if (!scores.includes(name)) throw unknownColumn(field, name, scores);
}

/** @throws unknown-column, bad-input when the column's type is none of `types` */
export function checkFieldOf(
  field: Field,
  info: CollectionInfo,
  types: readonly Column["type"][],
): void {
  if ("score" in field) {
    checkScore(field.score, "score", info);
    return;
  }
  const column = columnOf(info, field.column, "column");
  if (!types.includes(column.type))
    throw badInput(
      "column",
      `“${column.name}” holds ${NOUNS[column.type]}; this needs ${types.map((type) => NOUNS[type]).join(" or ")}.`,
    );
}

/** @throws bad-input, unknown-column */
export function checkPage({ offset, limit, sort }: RowPage, info: CollectionInfo): void {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (!isCount(offset)) throw badValue("offset", "a whole number from 0 on", offset);
  if (!isCount(limit)) throw badValue("limit", "a whole number from 0 on", limit);
  if (offset + limit > DEEPEST_ROW)
    throw badInput(
      "offset",
      `Only the first ${DEEPEST_ROW} rows can be paged through; export has all of them.`,
    );
  if (sort !== undefined) checkFieldOf(sort.field, info, ["text", "number", "date"]);
}
