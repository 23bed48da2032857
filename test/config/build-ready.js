import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { LANGUAGE_TABLE } from "../../dist/core/node/service/quick-languages.js";
import { readSampleTexts, SAMPLE_TEXTS } from "../../dist/core/node/service/sample-texts.js";
import { writeLanguageTable } from "../../dist/core/text/language-table.js";

/**
 * What the service would otherwise make ready at every start, made now: the statistics of the languages as a table and the texts
 * that come with the program, taken out of their file. It takes about a second.
 */

// Packages list what they offer as a whole only; the statistics are a part of it.
const statistics = new URL("../ngrams/large.js", import.meta.resolve("eld/large"));
const { ngramsData } = await import(statistics.href);
await mkdir(dirname(LANGUAGE_TABLE), { recursive: true });
await writeFile(LANGUAGE_TABLE, writeLanguageTable(ngramsData), { mode: 0o644 });
await writeFile(SAMPLE_TEXTS, JSON.stringify(await readSampleTexts()), { mode: 0o644 });
