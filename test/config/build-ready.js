import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LANGUAGE_TABLE, openReading } from "../../dist/core/node/engine/open-reading.js";
import {
  readSampleTexts,
  SAMPLE_TEXTS,
  samplePrintsFile,
  writePrints,
} from "../../dist/core/node/engine/sample-texts.js";
import { listRetinaFiles, loadRetina } from "../../dist/core/node/opening/retina-files.js";
import { writeLanguageTable } from "../../dist/core/text/language-table.js";

/**
 * What the service would otherwise make ready at every start, made now: the statistics of the languages as a table and the texts
 * that come with the program, taken out of their file, with their fingerprints on the retinas that do. It takes about three seconds.
 */

// Packages list what they offer as a whole only; the statistics are a part of it.
const statistics = new URL("../ngrams/large.js", import.meta.resolve("eld/large"));
const { ngramsData } = await import(statistics.href);
await rm(dirname(LANGUAGE_TABLE), { recursive: true, force: true });
await mkdir(dirname(LANGUAGE_TABLE), { recursive: true });
await writeFile(LANGUAGE_TABLE, writeLanguageTable(ngramsData), { mode: 0o644 });
const texts = await readSampleTexts();
await writeFile(SAMPLE_TEXTS, JSON.stringify(texts), { mode: 0o644 });

const { textEngine } = await openReading();
for (const file of await listRetinaFiles(
  join(fileURLToPath(new URL("../../", import.meta.url)), "retinas"),
)) {
  const retina = await loadRetina(file);
  const reader = textEngine(retina);
  const prints = texts.map((text) => reader.fingerprint(text));
  await writeFile(await samplePrintsFile(retina), writePrints(prints), { mode: 0o644 });
}
