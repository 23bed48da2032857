import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../../../../core/node/commands/run-program.ts";
import { MOST_DATA, MOST_TEXT } from "../../../../core/node/mcp/tool.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import { startAssistant } from "./assistant.ts";

/**
 * Each tenth paragraph of the file that comes with the program, which takes a sixth of the time of all, and all of two parties
 * that are told apart. Figures are held against DuckDB's own reading of it.
 */
const SAMPLE = path.resolve(
  import.meta.dirname,
  "../../../../retinas/samples/state-of-the-union.csv.gz",
);
const EACH = 10;
const SPEECHES = "State of the Union";

let home: string;
let assistant: Awaited<ReturnType<typeof startAssistant>>;
let sql: <T extends Record<string, unknown>>(query: string) => Promise<T[]>;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "semascope-"));
  process.env.SEMASCOPE_HOME = home;
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(
    `CREATE TABLE speeches AS SELECT * EXCLUDE (number) FROM (
       SELECT *, row_number() OVER () AS number
       FROM read_csv('${SAMPLE}', header = true, all_varchar = true)
     ) WHERE number % ${EACH} = 1 OR party IN ('Whig', 'Federalist')`,
  );
  const file = path.join(home, "speeches.csv");
  await connection.run(`COPY speeches TO '${file}' (HEADER)`);
  const { terminal, err } = playTerminal();
  const columns = ["--category", "party", "--title", "speaker"];
  const code = await runProgram(
    ["collection", "import", file, "--name", SPEECHES, ...columns],
    terminal,
  );
  if (code !== 0) throw new Error(err.join("\n"));
  assistant = await startAssistant({ home, args: ["--allow-labels"], name: "Ada\n the 1st" });
  sql = async <T>(query: string) => {
    const reader = await connection.runAndReadAll(query);
    return reader.getRowObjectsJson() as T[];
  };
}, 600_000);
afterAll(async () => {
  delete process.env.SEMASCOPE_HOME;
  await assistant?.client.close();
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

const countOf = async (where: string) => {
  const [row] = await sql<{ n: string }>(`SELECT count(*) AS n FROM speeches WHERE ${where}`);
  return Number(row?.n);
};
interface Found {
  readonly total: number;
  readonly rows: readonly {
    readonly id: string;
    readonly text: string;
    readonly values: Readonly<Record<string, string | number>>;
    readonly closeness: number | null;
    readonly labels: readonly object[];
  }[];
  readonly leftOut: string | null;
}
const search = (asked: object) =>
  assistant.data<Found>("search", { collection: SPEECHES, ...asked });
const total = async (asked: object) => (await search({ limit: 1, ...asked })).total;

/** A word as the program tells words apart: letters and digits on either side end it, other signs do not belong to it. */
const hasWord = (words: string) =>
  `regexp_matches(lower(text), '(^|[^a-z0-9])${words.replace(" ", "[^a-z0-9]+")}($|[^a-z0-9])')`;

describe("twenty questions on the State of the Union", () => {
  it("1 to 4: how many rows, from when to when, with which columns and values", async () => {
    const [whole] = await sql<Record<string, string>>(
      "SELECT count(*) AS n, min(date) AS first, max(date) AS last FROM speeches",
    );
    const { collections } = await assistant.data<{ collections: Record<string, unknown>[] }>(
      "describe",
      { collection: SPEECHES },
    );
    expect(collections).toHaveLength(1);
    expect(collections[0]).toMatchObject({
      name: SPEECHES,
      rows: Number(whole?.n),
      dates: { column: "date", first: whole?.first, last: whole?.last, missing: 0 },
    });
    const header = await sql<{ column_name: string }>("DESCRIBE speeches");
    const columns = collections[0]?.columns as { name: string }[];
    const named = header.map(({ column_name }) => column_name);
    expect(columns.map(({ name }) => name)).toEqual(
      named.filter((name) => name !== "id" && name !== "text"),
    );
  });

  it("5 to 9: rows by column, date, number, and their opposites", async () => {
    const equals = { column: "speaker", equals: "Abraham Lincoln" };
    expect(await total({ where: [equals] })).toBe(await countOf("speaker = 'Abraham Lincoln'"));
    const war = { column: "date", from: "1861-01-01", below: "1866-01-01" };
    expect(await total({ where: [war] })).toBe(
      await countOf("date >= '1861-01-01' AND date < '1866-01-01'"),
    );
    const years = { column: "year", from: 1930, to: 1940 };
    const others = { column: "party", equals: "Democratic", not: true };
    expect(await total({ where: [years, others] })).toBe(
      await countOf("year::INT BETWEEN 1930 AND 1940 AND party <> 'Democratic'"),
    );
    const some = [{ column: "party", in: ["Whig", "Federalist"] }, equals];
    expect(await total({ where: some, any: true })).toBe(
      await countOf("party IN ('Whig', 'Federalist') OR speaker = 'Abraham Lincoln'"),
    );
    expect(await total({ where: [{ column: "speaker", contains: "roosevelt" }] })).toBe(
      await countOf("lower(speaker) LIKE '%roosevelt%'"),
    );
  });

  it("10 to 12: rows by exact words, a phrase, and without a word", async () => {
    expect(await total({ words: "slavery" })).toBe(await countOf(hasWord("slavery")));
    expect(await total({ words: '"world war"' })).toBe(await countOf(hasWord("world war")));
    expect(await total({ words: "war -peace" })).toBe(
      await countOf(`${hasWord("war")} AND NOT ${hasWord("peace")}`),
    );
  });

  it("13 and 14: pages in order of id, and of a column", async () => {
    const page = await search({ offset: 100, limit: 10, characters: 0 });
    const ids = await sql<{ id: string }>(
      "SELECT id FROM speeches ORDER BY id LIMIT 10 OFFSET 100",
    );
    expect(page.rows.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    expect(page.leftOut).toContain("ask again with offset 110");
    const sort = { column: "year", descending: true };
    const latest = await search({ where: [{ column: "party", equals: "Whig" }], sort, limit: 5 });
    const expected = await sql<{ id: string; year: string }>(
      "SELECT id, year FROM speeches WHERE party = 'Whig' ORDER BY year::INT DESC, id LIMIT 5",
    );
    expect(latest.rows.map(({ id, values }) => [id, values.year])).toEqual(
      expected.map(({ id, year }) => [id, Number(year)]),
    );
  });

  it("15 and 16: the values of a column, and rows by decade", async () => {
    const asked = { collection: SPEECHES, where: [{ column: "year", from: 1900 }] };
    const { rows, facets, timeline } = await assistant.data<{
      rows: number;
      facets: { values: object[]; others: number }[];
      timeline: { steps: object[] };
    }>("summarise", { ...asked, columns: ["party", "speaker"], unit: "decade" });
    expect(rows).toBe(await countOf("year::INT >= 1900"));
    const values = (column: string) =>
      sql<{ value: string; n: string }>(
        `SELECT ${column} AS value, count(*) AS n FROM speeches WHERE year::INT >= 1900 GROUP BY 1 ORDER BY n DESC, value`,
      );
    const parties = (await values("party")).map(({ value, n }) => ({ value, rows: Number(n) }));
    expect(facets[0]?.values).toEqual(parties);
    const speakers = (await values("speaker")).map(({ value, n }) => ({ value, rows: Number(n) }));
    expect(facets[1]?.values).toEqual(speakers.slice(0, 10));
    expect(facets[1]?.others).toBe(speakers.slice(10).reduce((sum, each) => sum + each.rows, 0));
    const decades = await sql<{ start: string; n: string }>(
      "SELECT (year::INT // 10 * 10) || '-01-01' AS start, count(*) AS n FROM speeches WHERE year::INT >= 1900 GROUP BY 1 ORDER BY 1",
    );
    expect(timeline.steps).toEqual(decades.map(({ start, n }) => ({ start, rows: Number(n) })));
  });

  it("16b: every use of a word, by counts and by the texts of the rows", async () => {
    const wars = { where: [{ column: "year", from: 1861, below: 1866 }] };
    const found = await assistant.data<{
      rowsWithWord: number;
      lines: number;
      read: number;
      senses: { sense: string; share: number; low: number; high: number }[];
      periods: { start: string; lines: number }[];
      listed: { id: string; sense: string; before: string; word: string; after: string }[];
    }>("words", { collection: SPEECHES, rows: wars, word: "union", limit: 50 });
    const inWars = `year::INT >= 1861 AND year::INT < 1866 AND ${hasWord("union")}`;
    expect(found.rowsWithWord).toBe(await countOf(inWars));
    const [row] = await sql<{ n: string }>(
      `SELECT sum(len(regexp_extract_all(lower(text), '[a-z0-9]+').list_filter(x -> x = 'union'))) AS n FROM speeches WHERE ${inWars}`,
    );
    expect(found.lines).toBe(Number(row?.n));
    expect(found.read).toBe(found.lines);
    expect(found.periods.reduce((sum, { lines }) => sum + lines, 0)).toBe(found.lines);
    expect(found.senses.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 2);
    for (const { share, low, high } of found.senses) {
      expect(low).toBeLessThanOrEqual(share);
      expect(high).toBeGreaterThanOrEqual(share);
    }
    for (const { id, before, word, after, sense } of found.listed) {
      const [own] = await sql<{ text: string }>(`SELECT text FROM speeches WHERE id = '${id}'`);
      expect(own?.text.replace(/\s+/g, " ")).toContain(`${before}${word}${after}`);
      expect(found.senses.map((each) => each.sense)).toContain(sense);
    }
  });

  it("17: what tells two sets of rows apart, by counts and a correct ratio of odds", async () => {
    const asked = {
      collection: SPEECHES,
      a: { where: [{ column: "party", equals: "Whig" }] },
      b: { where: [{ column: "party", equals: "Federalist" }] },
    };
    const found = await assistant.data<{
      rows: { a: number; b: number };
      moreInA: { words: { word: string; inA: number; inB: number; low: number; q: number }[] };
      moreInB: { words: { inA: number; inB: number; odds: number; low: number; high: number }[] };
    }>("difference", asked);
    const a = await countOf("party = 'Whig'");
    const b = await countOf("party = 'Federalist'");
    expect(found.rows).toEqual({ a, b });
    expect(found.moreInA.words.length).toBeGreaterThan(0);
    for (const { word, inA, inB, low, q } of found.moreInA.words) {
      expect([word, inA]).toEqual([word, await countOf(`party = 'Whig' AND ${hasWord(word)}`)]);
      expect([word, inB]).toEqual([
        word,
        await countOf(`party = 'Federalist' AND ${hasWord(word)}`),
      ]);
      expect(low).toBeGreaterThan(1);
      expect(q).toBeLessThanOrEqual(0.05);
      expect(inA / a).toBeGreaterThan(inB / b);
    }
    expect(found.moreInB.words.length).toBeGreaterThan(0);
    // Of the other side, too, it says how many times more that has, with ten rows of the usual share added to either side.
    for (const { inA, inB, odds, low, high } of found.moreInB.words) {
      const usual = (inA + inB + 0.5) / (a + b + 1);
      const oddsIn = (rows: number, of: number) =>
        (rows + 10 * usual) / (of - rows + 10 * (1 - usual));
      expect(odds / (oddsIn(inB, b) / oddsIn(inA, a))).toBeCloseTo(1, 2);
      expect([low > 1, low < odds, odds < high]).toEqual([true, true, true]);
    }
  });

  it("18: what two words share, counted cell by cell", async () => {
    const cellsOf = async (what: string) => {
      const { positions } = await assistant.data<{ positions: number[] }>("explore", {
        what,
        withCells: true,
      });
      return new Set(positions);
    };
    const [army, navy] = [await cellsOf("army"), await cellsOf("navy")];
    const shared = [...army].filter((cell) => navy.has(cell)).length;
    const { measures } = await assistant.data<{ measures: Record<string, number> }>("compare", {
      left: "army",
      right: "navy",
    });
    expect(measures).toMatchObject({
      overlappingAll: shared,
      sizeLeft: army.size,
      sizeRight: navy.size,
    });
    expect(measures.cosineSimilarity).toBeCloseTo(shared / Math.sqrt(army.size * navy.size), 12);
    const { similar } = await assistant.data<{ similar: { term: string; shared: number }[] }>(
      "explore",
      { what: "army", limit: 3 },
    );
    for (const { term, shared: listed } of similar) {
      const own = await cellsOf(`"${term}"`);
      expect([term, listed]).toEqual([term, [...army].filter((cell) => own.has(cell)).length]);
    }
  });

  it("19: rows over the line of a filter, which a search by its cells finds again", async () => {
    const rows = await search({ words: '"slave trade"', limit: 6 });
    const made = await assistant.data<{
      positions: number[];
      threshold: number;
      over: number;
      of: number;
      predicted: { low: number; f1: number; high: number };
      rows: { id: string; closeness: number }[];
    }>("filter", {
      collection: SPEECHES,
      category: "slave trade",
      belong: rows.rows.map(({ id }) => id),
    });
    const { predicted, threshold, positions } = made;
    expect(predicted.low).toBeLessThanOrEqual(predicted.f1);
    expect(predicted.f1).toBeLessThanOrEqual(predicted.high);
    const again = await search({ like: `[${positions.join(",")}]`, least: threshold, limit: 10 });
    expect([again.total, again.rows.map(({ id }) => id)]).toEqual([
      made.over,
      made.rows.map(({ id }) => id),
    ]);
    for (const { closeness } of made.rows) expect(closeness).toBeGreaterThanOrEqual(threshold);
    expect(made.of).toBe(await countOf("true"));
  });

  it("20: a text, its words counted by hand", async () => {
    const text = "The navy sank four ships. Xqzzq watched.";
    const read = await assistant.data<Record<string, unknown>>("read", { text });
    expect(read).toMatchObject({ words: 7, unknownWords: ["xqzzq"], leftOut: null });
    expect(read.slices).toEqual([
      { heading: "ships, navy", start: 0, end: 25, begins: "The navy sank four ships." },
      { heading: "xqzzq", start: 26, end: text.length, begins: "Xqzzq watched." },
    ]);
  });
});

describe("every tool", () => {
  it("is listed with a schema of what it takes, and says that it only reads", async () => {
    const { tools } = assistant;
    expect(tools.map(({ name }) => name)).toEqual([
      "describe",
      "explore",
      "compare",
      "picture",
      "read",
      "search",
      "summarise",
      "words",
      "difference",
      "filter",
      "label",
    ]);
    for (const { name, inputSchema, annotations } of tools) {
      expect(inputSchema.type).toBe("object");
      expect(annotations?.readOnlyHint).toBe(name !== "label");
    }
  });

  it("says which retina its answer is from", async () => {
    const { retinas } = await assistant.data<{ retinas: { name: string; checksum: string }[] }>(
      "describe",
    );
    const [usual] = retinas;
    const asks: [string, object][] = [
      ["explore", { what: "war" }],
      ["compare", { left: "war", right: "peace" }],
      ["picture", { what: "war" }],
      ["read", { text: "war and peace" }],
      ["search", { collection: SPEECHES }],
      ["summarise", { collection: SPEECHES, ids: ["1790-01-08-1"] }],
    ];
    for (const [tool, given] of asks)
      expect(await assistant.data(tool, given)).toMatchObject({
        retina: { name: usual?.name, checksum: usual?.checksum },
      });
  });

  it("draws pictures, which are kept as SVG resources", async () => {
    for (const given of [
      { what: "war" },
      { what: "war", beside: "peace" },
      { collection: SPEECHES, rows: { where: [{ column: "party", equals: "Whig" }] } },
    ]) {
      const { content, structuredContent } = await assistant.call("picture", given);
      const image = content.find((part) => part.type === "image");
      if (image?.type !== "image") throw new Error("There is no image.");
      const { width, height } = PNG.sync.read(Buffer.from(image.data, "base64"));
      expect(Math.min(width, height)).toBeGreaterThan(500);
      const { svg } = structuredContent as { svg: string };
      const { contents } = await assistant.client.readResource({ uri: svg });
      expect(contents[0]).toMatchObject({ uri: svg, mimeType: "image/svg+xml" });
      expect((contents[0] as { text: string }).text).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    }
  });

  it("stays within its bounds, however much is asked for", async () => {
    const long = (await search({ limit: 50, characters: 10_000 })).rows.map(({ text }) => text);
    const rows = {
      words: "the -xqzzq",
      where: [{ column: "speaker", in: long.map((t) => t.slice(0, 90)), not: true }],
    };
    const asks: [string, object][] = [
      ["describe", {}],
      ["explore", { what: long.join(" "), limit: 100, withCells: true }],
      ["explore", { what: "bank", limit: 100, withCells: true }],
      ["compare", { left: long.slice(0, 9).join(" "), right: long.slice(9).join(" ") }],
      ["read", { text: long.join("\n\n").repeat(3), limit: 50 }],
      ["search", { collection: SPEECHES, ...rows, limit: 50, characters: 10_000 }],
      [
        "summarise",
        {
          collection: SPEECHES,
          ...rows,
          limit: 30,
          level: 3,
          columns: ["speaker", "party", "speaker"],
          unit: "day",
        },
      ],
      [
        "difference",
        {
          collection: SPEECHES,
          a: rows,
          b: { where: [{ column: "year", below: 1900 }] },
          limit: 25,
        },
      ],
      ["words", { collection: SPEECHES, rows, word: "the or of", limit: 50 }],
      ["filter", { collection: SPEECHES, category: "x", texts: long, limit: 50 }],
    ];
    for (const [tool, given] of asks) {
      const { content, structuredContent, isError } = await assistant.call(tool, given);
      expect([tool, isError ?? false, isError === true ? content : ""]).toEqual([tool, false, ""]);
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      expect([tool, text.length <= MOST_TEXT + 1]).toEqual([tool, true]);
      expect([tool, JSON.stringify(structuredContent).length <= MOST_DATA]).toEqual([tool, true]);
    }
  });
});

describe("labels", () => {
  const filter = "treaties";
  const marks = (...ids: string[]) => ids.map((id) => ({ id, belongs: true }));

  it("carry the assistant's name, leave those of a person, and can be found and taken back", async () => {
    const [first, second, third] = (await search({ words: "treaty", limit: 3 })).rows.map(
      ({ id }) => id,
    ) as [string, string, string];
    // A person labels one of them, which is possible once the assistant has given the collection back.
    const labelOne = async () => {
      const { terminal, err } = playTerminal();
      const words = ["collection", "label", SPEECHES, filter, "--not", first];
      return [await runProgram(words, terminal), err.join("\n")];
    };
    await expect.poll(labelOne, { timeout: 60_000 }).toEqual([0, ""]);
    const author = "assistant: Ada the 1st";
    expect(
      await assistant.data("label", {
        collection: SPEECHES,
        filter,
        marks: marks(first, second, third, "none"),
      }),
    ).toMatchObject({ author, labelled: 2, kept: [first], unknown: ["none"] });
    const labelled = { where: [{ label: filter, is: "unlabelled", not: true }] };
    expect((await search(labelled)).rows.map(({ id, labels }) => [id, labels])).toEqual([
      [first, [{ filter, belongs: false }]],
      [second, [{ filter, belongs: true, author }]],
      [third, [{ filter, belongs: true, author }]],
    ]);
    expect(await assistant.data("describe", { collection: SPEECHES })).toMatchObject({
      collections: [{ labels: [{ filter, belongs: 2, not: 1, authors: [{ author, rows: 2 }] }] }],
    });
    expect(await total({ where: [{ label: filter, is: "belongs", by: author }] })).toBe(2);
    expect(await total({ where: [{ label: filter, is: "not", by: author }] })).toBe(0);
    const back = [{ id: second, belongs: null }];
    expect(
      await assistant.data("label", { collection: SPEECHES, filter, marks: back }),
    ).toMatchObject({ labelled: 1 });
    expect(await total(labelled)).toBe(2);
  });
});
