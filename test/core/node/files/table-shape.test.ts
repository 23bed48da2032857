import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FILE_KINDS, listFiles } from "../../../../core/node/files/list-files.ts";
import {
  type FileFacts,
  type RecordsOptions,
  readRecords,
} from "../../../../core/node/files/read-records.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-shape-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

async function read(name: string, content: string | Uint8Array, options: RecordsOptions = {}) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const [listed] = await listFiles([file], { kinds: FILE_KINDS, inFolders: [] });
  let facts: FileFacts | undefined;
  const onFacts = (found: FileFacts) => {
    facts = found;
  };
  const records = [];
  for await (const batch of readRecords(listed!, { ...options, onFacts })) records.push(...batch);
  const rows = records.flatMap(({ fields }) => (fields ? [Object.fromEntries(fields)] : []));
  return { facts: facts!, records, rows };
}

const ROWS = [
  { nr: "1", when: "2024-05-01", remark: "Wells ran dry; all of them" },
  { nr: "2", when: "2024-05-02", remark: "Two dams, one is full" },
  { nr: "3", when: "2024-05-03", remark: 'They said "no"' },
];
const asTable = (by: string) =>
  ["nr", "when", "remark"].join(by) +
  ROWS.map(
    ({ nr, when, remark }) => `\n${nr}${by}${when}${by}"${remark.replaceAll('"', '""')}"`,
  ).join("");

describe("the shape of a table", () => {
  it.each([
    ["a delimiter", asTable("|"), 1],
    ["a delimiter that few have", asTable("^"), 1],
    ["a control character between cells", asTable("\u0001"), 1],
    [
      "lines that end in three ways",
      asTable(",")
        .replace("\n", "\r\n")
        .replace(/\n(?=2)/, "\r"),
      1,
    ],
    ["signs of direction in names", asTable(",").replace("nr", "\u200fnr\u202e"), 1],
    ["a line sep=", `sep=;\r\n${asTable(";").replaceAll("\n", "\r\n")}`, 2],
    ["a title with a comma and an empty line above", `Export, all values\n\n${asTable(";")}`, 3],
    ["comments above", `# tool 4.1\n# do not edit\n${asTable(",")}`, 3],
    ["blank lines within", `\n${asTable("\t").replaceAll("\n", "\n\n")}\n\n`, 2],
    ["a delimiter at the end of each row", asTable(",").replaceAll(/(?<=")$/gm, ","), 1],
  ])("is found with %s", async (_, content, header) => {
    const { facts, rows } = await read("shape.csv", content);
    expect(rows).toEqual(ROWS);
    expect(facts.shape?.header).toBe(header);
    expect([facts.uneven, facts.rejected]).toEqual([0, []]);
  });

  it("has no header where figures stand above figures, unless they are years", async () => {
    const without = await read("a.csv", "0,1467,The line was down\n4,1468,A lovely walk\n");
    expect(without.facts.shape?.header).toBe(0);
    expect(without.rows).toHaveLength(2);
    const years = await read("b.csv", "place,2019,2020\nNorth,1,2\nSouth,3,4\n");
    expect(years.rows[0]).toEqual({ place: "North", 2019: "1", 2020: "2" });
  });

  it("has names of several lines, and of several rows under groups", async () => {
    const long = await read("a.csv", 'id,"What did\nyou like?"\n1,The bread\n2,The view\n');
    expect(Object.keys(long.rows[0]!)).toEqual(["id", "What did you like?"]);
    const groups = "who,,rating,\nid,place,food,room\n1,North,4,5\n2,South,3,2\n3,East,1,1\n";
    const grouped = await read("b.csv", groups);
    expect(Object.keys(grouped.rows[0]!)).toEqual([
      "who id",
      "who place",
      "rating food",
      "rating room",
    ]);
    expect(grouped.rows).toHaveLength(3);
    const merged = "who,rating,\nwho,food,room\nNorth,4,5\nSouth,3,2\nEast,1,1\n";
    expect(Object.keys((await read("c.csv", merged)).rows[0]!)).toEqual([
      "who",
      "rating food",
      "rating room",
    ]);
  });

  it("is not the title of a sheet, padded to the width of the table", async () => {
    const table = "id,remark,when\n1,The bread,2024-03-01\n2,The view,2024-03-02\n";
    for (const title of [
      "Survey of guests,,\n,,\n",
      '"Survey, of guests",,\n',
      "Survey of 2024,,\n",
    ]) {
      const { rows, facts } = await read("a.csv", title + table);
      expect(rows[0]).toEqual({ id: "1", remark: "The bread", when: "2024-03-01" });
      expect([rows.length, facts.shape?.header]).toEqual([2, title.split("\n").length]);
    }
    const groups = "Survey of 2024,,,\nby the office,,,\nperson,,answer,\nid,age,text,share\n";
    const grouped = await read("c.csv", `${groups}1,40,The bread,3\n2,50,The view,4\n`);
    expect(grouped.rows).toEqual([
      { "person id": "1", "person age": "40", "answer text": "The bread", "answer share": "3" },
      { "person id": "2", "person age": "50", "answer text": "The view", "answer share": "4" },
    ]);
    const first = await read("b.csv", "North,,\n1,2,3\n4,5,6\n");
    expect(first.rows).toHaveLength(2);
  });

  it("is as a user chooses", async () => {
    const content = "a;b,c\n1;2,3\n4;5,6\n";
    expect((await read("a.csv", content, { delimiter: "," })).rows[0]).toEqual({
      "a;b": "1;2",
      c: "3",
    });
    const { rows } = await read("b.csv", content, { delimiter: ";", header: 0 });
    expect(rows[0]).toEqual({ "column 1": "a", "column 2": "b,c" });
    const quoted = await read("c.csv", 'id,text\n1,"a"\n', { quote: "" });
    expect(quoted.rows).toEqual([{ id: "1", text: '"a"' }]);
  });

  it("loses no sentence of a TSV in which a quotation mark is a letter", async () => {
    const lines = ["id\ttext", '1\t"Come in, he said.', "2\tNobody came.", '3\tHe named it "Croc"'];
    const { rows } = await read("a.tsv", lines.join("\n"));
    expect(rows.map(({ text }) => text)).toEqual([
      '"Come in, he said.',
      "Nobody came.",
      'He named it "Croc"',
    ]);
  });

  it("reads what a quotation mark that is never closed would swallow, and reports it", async () => {
    const good = Array.from({ length: 60 }, (_, i) => `${i},"a text, quoted, number ${i}"\n`);
    const end = 'x,"opened, here\ny,read\nz,read\n';
    const { facts, records, rows } = await read("a.csv", `id,text\n${good.join("")}${end}`);
    expect([facts.rejected, facts.total]).toEqual([[], 63]);
    expect(rows.slice(60)).toEqual([
      { id: "x", text: '"opened, here' },
      { id: "y", text: "read" },
      { id: "z", text: "read" },
    ]);
    expect(records.filter(({ problem }) => problem)).toMatchObject([
      { line: 62, problem: expect.stringContaining("never closed") },
    ]);
  });

  it("keeps lines of a text together that a quotation mark opens and none closes", async () => {
    const good = Array.from({ length: 60 }, (_, i) => `${i},"a text, quoted, number ${i}"\n`);
    const end = '60,"opened here\nand going on, as texts do\nto, the, end\n';
    const { facts, records } = await read("a.csv", `id,text\n${good.join("")}${end}`);
    expect(facts.rejected).toMatchObject([{ line: 62, lines: 3, text: end.trim() }]);
    expect(records[0]).toMatchObject({ line: 62, fields: undefined, raw: end.trim() });
  });

  it("reads each row between two quotation marks that do not belong together", async () => {
    const lines = (by: string) => [
      ["nr", "text", "by"].join(by),
      ["1", "The kettle is on", "a"].join(by),
      ["2", '"Come in', "b"].join(by),
      ["3", "Nobody answered", "c"].join(by),
      ["4", 'They sold nails of 5"', "d"].join(by),
      ["5", "Rain all week", "e"].join(by),
    ];
    for (const by of [",", ";", "\t"]) {
      const { rows } = await read("a.csv", lines(by).join("\n"));
      expect(rows.map(({ nr }) => nr)).toEqual(["1", "2", "3", "4", "5"]);
      expect(rows[1]?.text).toBe('"Come in');
    }
  });

  it("takes doubled marks as one, and an open one as a letter, in one table", async () => {
    const lines = [
      "id,text",
      "1,One",
      '2,"Stay, she said',
      "3,Two",
      '4,"a ""Duck"" swims"',
      "5,Six",
    ];
    const { rows, records } = await read("a.csv", lines.join("\n"));
    expect(rows.map(({ text }) => text)).toEqual([
      "One",
      '"Stay, she said',
      "Two",
      'a "Duck" swims',
      "Six",
    ]);
    expect(records.flatMap(({ line, problem }) => (problem ? [line] : []))).toEqual([3]);
  });

  it("reports a cell far down that holds rows", async () => {
    const row = (i: number) => `${i},"Boats, sails and rain",${i}\n`;
    const many = Array.from({ length: 2000 }, (_, i) => row(i));
    many[1500] = '1500,"Come in,1500\n1501,Nobody answered,1501\n1502,Nails of 5",1502\n';
    const { records } = await read("a.csv", `id,text,n\n${many.join("")}`);
    expect(records.filter(({ problem }) => problem)).toMatchObject([
      { line: 1502, problem: expect.stringContaining("look like rows") },
    ]);
  });

  it("keeps quotation marks of a TSV as letters where no cell needs them", async () => {
    const plain = await read("a.tsv", 'id\ttext\n1\t"Come in."\n2\tHe said "no"\n');
    expect(plain.rows[0]?.text).toBe('"Come in."');
    const excel = await read("a.tsv", 'id\ttext\n1\t"He said ""no"""\n2\t"Come in."\n');
    expect(excel.rows.map(({ text }) => text)).toEqual(['He said "no"', "Come in."]);
  });

  it("passes over names that are repeated, and reports them", async () => {
    const { rows, records } = await read("a.csv", "id,text\n1,one\nid,text\n2,two\n");
    expect(rows.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(records[1]).toMatchObject({ line: 3, problem: expect.stringContaining("repeats") });
  });

  it("reports letters that look wrong in every encoding", async () => {
    // As DOS wrote “Tür”, “Küche”, “fünf grüne Stühle” and so on.
    const text =
      "id;text\n1;Die T\x81r zur K\x81che und f\x81nf gr\x81ne St\x81hle\n2;fr\x81her m\x81de, nat\x81rlich\n";
    const dos = Buffer.from(text, "latin1");
    expect((await read("a.csv", dos)).facts.notes).toEqual([
      expect.stringContaining("look wrong in windows-1252"),
    ]);
    const latin = Buffer.from("id;text\n1;Größe, schöne Tür, süß, Öl\n", "latin1");
    expect((await read("b.csv", latin)).facts.notes).toEqual([]);
  });

  it("reports a NUL, and refuses UTF-32", async () => {
    const { records } = await read("a.csv", "id,text\n1,o\0ne\n2,two\n");
    expect(records.map(({ problem }) => problem)).toEqual([
      expect.stringContaining("NUL"),
      undefined,
    ]);
    const wide = Buffer.concat(
      ["\ufeff", ..."id,text\n1,one\n"].map((letter) => {
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32LE(letter.codePointAt(0)!);
        return bytes;
      }),
    );
    await expect(read("b.csv", wide)).rejects.toThrow("UTF-32");
  });

  it("counts lines past empty ones and cells of several lines", async () => {
    const { records } = await read("a.csv", 'id,text\n\n1,"two\n\nlines"\n\n2,one\n3,x,y\n');
    expect(records.map(({ line }) => line)).toEqual([3, 7, 8]);
  });

  it("gives back any cells", async () => {
    const cell = fc
      .string({ unit: "grapheme", maxLength: 12 })
      .map((text) =>
        text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "?").replaceAll("\u0001", "?"),
      );
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(",", ";", "\t", "|"),
        async (rows, delimiter) => {
          const lines = rows.map((cells) => cells.map(quoted).join(delimiter));
          const kept = rows.filter((cells) => cells.some((each) => each.trim() !== ""));
          const { rows: found } = await read("any.csv", `a${delimiter}b\n${lines.join("\n")}\n`, {
            header: 1,
            delimiter,
            quote: '"',
          });
          expect(found.map(({ a, b }) => [a, b])).toEqual(kept);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("JSON", () => {
  it("is lines or a whole by its content, and keeps the digits of whole numbers", async () => {
    const one = '{"id": 1436278513418522631, "score": NaN, "user": {"name": "Ada"}}';
    const [record] = [{ id: "1436278513418522631", score: null, "user.name": "Ada" }];
    expect((await read("lines.json", `${one}\n${one}\n`)).rows).toEqual([record, record]);
    const pretty = one.replaceAll(", ", ",\n  ");
    expect((await read("pretty.jsonl", `${pretty}\n${pretty}\n`)).rows).toEqual([record, record]);
    expect((await read("list.json", `[${one},${one}]`)).rows).toEqual([record, record]);
    expect((await read("in.json", `{"count": 2, "data": [${one},${one}]}`)).rows).toEqual([
      record,
      record,
    ]);
  });

  it("is turned where columns come first", async () => {
    const rows = [
      { id: 1, text: "a" },
      { id: 2, text: "b" },
    ];
    expect((await read("a.json", '{"id": [1, 2], "text": ["a", "b"]}')).rows).toEqual(rows);
    const pandas = '{"id": {"0": 1, "1": 2}, "text": {"0": "a", "1": "b"}}';
    expect((await read("b.json", pandas)).rows).toEqual(rows);
  });

  it("is read by the ways in which programs write tables", async () => {
    const rows = [
      { id: 1, text: "a" },
      { id: 2, text: "b" },
    ];
    const written = {
      split: '{"columns": ["id", "text"], "index": [0, 1], "data": [[1, "a"], [2, "b"]]}',
      lists: '[["id", "text"], [1, "a"], [2, "b"]]',
      lines: '["id", "text"]\n[1, "a"]\n[2, "b"]\n',
      deep: `{"meta": {"tags": ["x"], "n": 2}, "data": {"items": ${JSON.stringify(rows)}}}`,
      table: `{"schema": {"fields": [{"name": "id"}, {"name": "text"}]}, "data": ${JSON.stringify(rows)}}`,
    };
    for (const content of Object.values(written))
      expect((await read("a.json", content)).rows).toEqual(rows);
    const unnamed = await read("b.json", '[[1, "a"], [2, "b"]]');
    expect(unnamed.rows[0]).toEqual({ "column 1": 1, "column 2": "a" });
    const byName = await read("c.json", '{"k1": {"text": "a"}, "k2": {"text": "b", "more": 1}}');
    expect(byName.rows).toEqual([
      { id: "k1", text: "a" },
      { id: "k2", text: "b", more: 1 },
    ]);
    const one = await read("d.json", '{"id": 1, "by": {"name": "x"}}');
    expect(one.rows).toEqual([{ id: 1, "by.name": "x" }]);
  });

  it("is refused where several lists may be meant, and where it is named so and is none", async () => {
    await expect(read("a.json", '{"posts": [{"a": 1}], "users": [{"b": 2}]}')).rejects.toThrow(
      "a.json cannot be read: it holds several lists of rows (posts, users)",
    );
    await expect(read("b.json", '// by a tool\n// again\n[{"a": 1}]')).rejects.toThrow(
      "it is not JSON",
    );
  });

  it("is refused where its list breaks off, and read where half a letter is escaped", async () => {
    await expect(read("a.json", '[{"a": 1},')).rejects.toThrow("its list is never closed");
    const { rows } = await read("b.json", '[{"a": "x\\ud83d"}, {"a": "\\ud83d\\ude00"}]');
    expect(rows).toEqual([{ a: "x\ufffd" }, { a: "😀" }]);
    const lines = await read("c.jsonl", '{"a": "x\\ud83d"}\n{"a": "\\ud83d\\ude00"}\n');
    expect(lines.records.map(({ problem }) => problem !== undefined)).toEqual([true, false]);
  });
});
