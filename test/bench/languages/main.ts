import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { languageOf, openReading } from "../../../core/node/engine/open-reading.ts";
import { listPacks } from "../../../core/node/language/pack-files.ts";
import { loadLanguageRetina } from "../../../core/node/opening/language-retina-files.ts";
import { loadRetina } from "../../../core/node/opening/retina-files.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { createTextEngine } from "../../../core/text/engine.ts";
import { openTagger } from "../../../core/text/tagger.ts";
import { openEncoderEngines } from "../meaning/encoder-engine.ts";
import { tableOf } from "../meaning/print-measures.ts";
import { readRights, readSentences } from "./language-data.ts";
import { measureDetection, measureRows } from "./measure-detection.ts";
import { compareWithEnglish, type LanguageFigures, readTexts } from "./measure-language.ts";

const HELP = `Measures how well texts of other languages agree with English ones on one map.

  npm run bench:languages -- [--data DIR] [--retina FILE] [--packs DIR] [--siblings DIR] [--reader NAME] [--only CODE] [--json]

  --data DIR      folder of the public sets; by default ../shared/benchmarks
  --retina FILE   the English retina; by default retinas/en_associative.retina
  --packs DIR     folder of the language packs; by default retinas/languages
  --siblings DIR  where retinas that packs and map make are kept for the next run; without it nowhere
  --reader NAME   have all read by the encoder of this reader (semascope reader fit)
  --only CODE     one language only
  --rows          only how the languages of a table's rows are told
  --json          one JSON object instead of a table
`;
const MISSING = (folder: string) =>
  `There are no sentences in ${folder}: put SIB-200, parts train and dev, as languages/topics.tsv there, with columns id, topic and one ` +
  "for each language, or name its folder with --data DIR.\n";
const NO_PACKS = (folder: string) =>
  `There is no language pack in ${folder}: make one with semascope pack make, or name another folder with --packs DIR.\n`;

/** Traditional Chinese is read with the pack of Chinese. */
const TRADITIONAL = "zh-Hant";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/benchmarks" },
    retina: { type: "string", default: "retinas/en_associative.retina" },
    packs: { type: "string", default: "retinas/languages" },
    siblings: { type: "string" },
    reader: { type: "string" },
    only: { type: "string" },
    rows: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await run();

function refuse(reason: string): void {
  process.stderr.write(reason);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const sentences = readSentences(values.data);
  const english = sentences?.texts.get("en");
  if (sentences === undefined || english === undefined) return refuse(MISSING(values.data));
  if (values.rows) return measureTables(sentences.texts);
  const packs = await listPacks(values.packs);
  if (packs.size === 0) return refuse(NO_PACKS(values.packs));
  const rights = readRights(values.data);
  const onto = await loadRetina(values.retina);
  const map = { file: values.retina, checksum: onto.checksum };
  const encoder = values.reader === undefined ? undefined : await openEncoderEngines(values.reader);
  if (encoder !== undefined && encoder.map !== onto.checksum)
    return refuse(`The reader ${values.reader} was fitted to another map than ${values.retina}.\n`);
  const read = async (retina: Retina, texts: readonly string[], language: string) => {
    const words = createTextEngine(retina, { tagger: await openTagger() });
    const paragraphs = rights.get(language) ?? [];
    const all = [...texts, ...paragraphs.map(({ text }) => text)];
    return readTexts(
      (await encoder?.engineFor(words, all, language === "en")) ?? words,
      texts,
      paragraphs,
    );
  };
  const own = await read(onto, english, "en");
  const rows = new Map([["en", compareWithEnglish(own, own, sentences.topics)]]);
  const kept = values.siblings ?? mkdtempSync(path.join(tmpdir(), "siblings-"));
  for (const [language, texts] of sentences.texts) {
    const code = language === TRADITIONAL ? "zh" : language;
    const pack = packs.get(code);
    if (pack === undefined || (values.only ?? code) !== code) continue;
    const file = path.join(kept, `${code}.retina`);
    const retina = await loadLanguageRetina({ name: code, pack, map, file }, onto);
    const figures = await read(retina, texts, language);
    rows.set(language, compareWithEnglish(figures, own, sentences.topics));
  }
  if (values.siblings === undefined) rmSync(kept, { recursive: true, maxRetries: 10 });
  await encoder?.close();
  process.stdout.write(
    values.json ? `${JSON.stringify(Object.fromEntries(rows))}\n` : `${print(rows)}\n`,
  );
}

/** Tables of sentences, and the paragraphs of the declaration as one table. */
async function measureTables(texts: ReadonlyMap<string, readonly string[]>): Promise<void> {
  await openReading();
  const detect = languageOf([]);
  const { alone, mixed } = await measureDetection(detect, texts);
  const rights = [...readRights(values.data)].flatMap(([language, paragraphs]) =>
    paragraphs.map(({ text }) => [text, language] as const),
  );
  const declaration = await measureRows(detect, rights);
  const percent = (share: number) => `${(100 * share).toFixed(2)}%`;
  process.stdout.write(
    `${tableOf([
      ["table", "unclear", "wrong"],
      ...[...alone, ["human rights", declaration] as const].map(([name, figures]) => [
        name,
        percent(figures.unclear),
        percent(figures.wrong),
      ]),
    ])}\nTwo languages mixed, wrong or unclear: ${percent(mixed.mean)}, at worst ${percent(mixed.worst)}.\n`,
  );
}

function print(rows: ReadonlyMap<string, LanguageFigures>): string {
  const number = (value: number) => (Number.isNaN(value) ? "" : value.toFixed(3));
  const headings = [
    ...["language", "words known", "counterpart first of all", "within ten"],
    ...["topic, English examples", "topic, own examples", "article found"],
    ...["no fingerprint", "time for each character"],
  ];
  return tableOf([
    headings,
    ...[...rows].map(([language, figures]) => [
      language,
      number(figures.known),
      number(figures.first),
      number(figures.withinTen),
      number(figures.fromEnglish),
      number(figures.fromOwn),
      number(figures.article),
      String(figures.empty),
      figures.time.toFixed(2),
    ]),
  ]);
}
