import { createHash } from "node:crypto";
import path from "node:path";
import { Type } from "#typebox";
import { trainOptions } from "../../api/endpoints/train-options.ts";
import { checkShape } from "../../api/validate.ts";
import { buildAtlas } from "../../atlas/build-atlas.ts";
import { checkNames } from "../../atlas/check-names.ts";
import { draftOf, editedNamesOf, writeDraft } from "../../atlas/edited-names.ts";
import { characteristicTerms } from "../../atlas/homes.ts";
import { badInput, badRetinaFile, notFound, unknownRetina } from "../../errors.ts";
import { readCharacterList } from "../../language/characters.ts";
import { cutOf } from "../../language/languages.ts";
import { makePack } from "../../language/make-pack.ts";
import { neighboursOf, type Pack } from "../../language/pack.ts";
import { LANGUAGE, writePack } from "../../language/pack-file.ts";
import { readWordList } from "../../language/word-list.ts";
import { createTextEngine } from "../../text/engine.ts";
import { openTagger } from "../../text/tagger.ts";
import { userDirectories } from "../config/directories.ts";
import { programInfo } from "../config/program-info.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";
import { listPacks, loadPack, PACK_EXTENSION } from "../language/pack-files.ts";
import { namesFileOf } from "../opening/retina-files.ts";
import { fitEncoder } from "../reader/fit-encoder.ts";
import { openReader } from "../reader/open-reader.ts";
import {
  keepReader,
  listReaders,
  readersFolder,
  requireReaderName,
} from "../reader/reader-files.ts";
import { openTeacher, readingsFolder } from "../teacher/open-teacher.ts";
import { findTeacherFiles } from "../teacher/teacher-files.ts";
import { pieceLikelihood } from "../teacher/tokens.ts";
import type { TrainingResult } from "../training/run-training.ts";
import { startTraining } from "../training/train-job.ts";
import { trainingRequest } from "../training/train-request.ts";
import { type Command, type CommandContext, ENGINE, type Flags, RETINAS } from "./command.ts";
import { sentencesIn, shippedSentences } from "./fit-sentences.ts";
import { openStore } from "./local-engine.ts";
import { progressLines, textTable, withProgress } from "./output.ts";

/** The operand or option that an action needs. @throws bad-input without it */
function needed(value: string | undefined, message: string): string {
  if (value === undefined) throw badInput("", message);
  return value;
}

const option = (flags: Flags, name: string) =>
  needed(flags.text(name), `Give --${name}; see --help.`);

/** An action that takes options only. @throws bad-input for an operand */
function noOperand([surplus]: readonly string[], action: string): void {
  if (surplus !== undefined)
    throw badInput("", `“${action}” takes options only, not “${surplus}”.`);
}

/** The retina of a name, the first one without. @throws unknown-retina, bad-retina-file where none can be opened */
async function retinaOf(flags: Flags, name: string | undefined) {
  const { retinas: found, problems } = await openStore(flags.text("retinas"));
  const retina = name === undefined ? found[0] : found.find((each) => each.name === name);
  if (retina !== undefined) return retina;
  if (found.length === 0) throw badRetinaFile(problems[0] ?? "No retina is installed.");
  const known = found.map((each) => each.name);
  throw unknownRetina(name ?? "", known);
}

/** Checks one after the other, and prints each as it is done: a damaged one does not hide those before it. */
async function checkEach(
  { terminal, flags, show }: CommandContext,
  names: Iterable<string>,
  none: string,
  check: (name: string) => Promise<{ readonly line: string; readonly found: object }>,
): Promise<void> {
  const sound: object[] = [];
  for (const name of names) {
    const { line, found } = await check(name);
    if (!flags.isOn("json")) terminal.print(line);
    sound.push(found);
  }
  if (flags.isOn("json") || sound.length === 0) show(sound, () => none);
}

export const retinas: Command = {
  name: "retinas",
  summary: "Lists the installed retinas, or installs, checks or removes one.",
  usage: "[list | install FILE | verify NAME | remove NAME]",
  operands: 2,
  options: `--replace  install over one of the same name\n${RETINAS}`,
  examples: `
    semascope retinas
    semascope retinas install law.retina
    semascope retinas verify en_associative`,
  usual: "list",
  run: {
    async list({ flags, show }) {
      const cards = (await openStore(flags.text("retinas"))).cards();
      const rows = cards.map(({ problem, isDefault, name, terms, description }) => {
        const mark = problem === null ? (isDefault ? "*" : " ") : "!";
        return [mark, name, terms, "terms", problem ?? description];
      });
      show(cards, () => textTable(rows) || "No retina is installed.");
    },
    async install({ flags, operands: [file], show }) {
      const given = needed(file, "Name the file to install.");
      const store = await openStore(flags.text("retinas"));
      const replace = flags.isOn("replace");
      const card = await store.install({ file: given, name: path.basename(given) }, { replace });
      show(card, () => `Installed ${card.name}: ${card.terms} terms.`);
    },
    async verify({ flags, operands: [given], show }) {
      const name = needed(given, "Name the retina to check.");
      const result = await (await openStore(flags.text("retinas"))).verify(name);
      if (result.problem !== null) throw badRetinaFile(result.problem, { name });
      show(result, () => `${name} is intact: ${result.checksum}`);
    },
    async remove({ flags, operands: [given], show }) {
      const name = needed(given, "Name the retina to remove.");
      await (await openStore(flags.text("retinas"))).remove(name);
      show({ removed: name }, () => `Removed ${name}.`);
    },
  },
};

/** Terms of each region that an editor reads. */
const TERMS = 40;

export const atlas: Command = {
  name: "atlas",
  summary: "Prints the regions of a map for you to name, or checks the names that you gave.",
  usage: "draft NAME | check NAME",
  operands: 2,
  options: RETINAS,
  examples: `
    semascope atlas draft law > law.names.tsv
    semascope atlas check law`,
  run: {
    async draft(context) {
      const { retina, file } = await namedRetina(context);
      const problems: string[] = [];
      const found = buildAtlas(retina, { say: (reason) => problems.push(reason) });
      for (const problem of problems) context.terminal.warn(`${file} is not used: ${problem}.`);
      const names = problems.length === 0 ? editedNamesOf(retina) : undefined;
      const terms = characteristicTerms(retina, found, TERMS);
      const rows = draftOf(found, { names, termsOf: (region) => terms[region] ?? [] });
      context.show(rows, () => writeDraft(retina.checksum, rows, names));
      context.terminal.warn(`The names are used when they are stored as ${file}.`);
    },
    async check(context) {
      const { retina, file } = await namedRetina(context);
      const fails = (reason: string) => {
        throw badRetinaFile(`${file} is not used: ${reason}.`, { file });
      };
      const found = buildAtlas(retina, { say: fails });
      const names = editedNamesOf(retina);
      if (names === undefined) throw notFound(`There is no file ${file}.`);
      const problems = checkNames(retina, found, names);
      const fine = `${names.regions.length} regions are named, and every name is valid.`;
      context.show({ problems }, () => problems.join("\n") || fine);
      const faults = problems.length === 1 ? "a fault" : `${problems.length} faults`;
      if (problems.length > 0)
        throw badRetinaFile(`Look at ${file} again: it has ${faults}.`, { file });
    },
  },
};

/** A retina, and the file where its edited names belong. */
async function namedRetina({ flags, operands: [given] }: CommandContext) {
  const name = needed(given, "Name the retina.");
  const store = await openStore(flags.text("retinas"));
  const file = namesFileOf(store.fileOf(name));
  const retina = store.retinas.find((each) => each.name === name);
  if (retina === undefined) throw badRetinaFile(store.problems[0] ?? "The retina is damaged.");
  return { retina, file };
}

/** Words of a language, and English terms that they may name. */
const MOST_WORDS = 50_000;
const MOST_TERMS = 30_000;
/** Words that the encoder reads at a time: they are short, and two and a half times as many are read in a second as by 32. */
const BATCH = 256;
/** Words by which it is tried whether the encoder knows the script. */
const SAMPLE = 100;

export const pack: Command = {
  name: "pack",
  summary: "Makes a language pack, shows the terms of words, or checks packs.",
  usage: "make [options] | show LANGUAGE|FILE WORDS... | check [LANGUAGE|FILE...]",
  operands: Number.POSITIVE_INFINITY,
  options: `
    --encoder FOLDER   make: a sentence encoder trained on the language
    --words FILE       make: its words, a line for each: WORD, tab, share
    --characters FILE  make: other forms of characters: FROM, tab, TO
    --language CODE    make: the code of the language, such as sv
    --licence TEXT     make: the licence of words and encoder
    --sources TEXT     make: where the words come from
    --out FILE         make: file to write (LANGUAGE.pack)
    --readings FOLDER  make: cache of the encoder's vectors
    --threads N        make: worker threads; they change no result (1)
    ${ENGINE}`,
  examples: `
    semascope pack make --encoder use-multilingual-v3 --words sv.tsv --language sv
    semascope pack show de hund
    semascope pack check
    semascope pack check de ./sv.pack`,
  run: {
    make,
    async show({ flags, operands: [given, ...words], show }) {
      const place = needed(
        words[0] && given,
        "Name the language or the file of a pack, and words.",
      );
      const found = await loadPack(packFile(place, await knownPacks(flags)));
      const rows = words.map((word) => ({ word, terms: lookUp(found, word) }));
      const lineOf = ({ word, terms }: (typeof rows)[number]) =>
        terms.length === 0
          ? `${word}: not in the pack`
          : `${word} = ${terms.map(({ term, weight }) => `${term} ${weight}`).join(", ")}`;
      show(rows, () => rows.map(lineOf).join("\n"));
    },
    async check(context) {
      const { operands } = context;
      const packs = await knownPacks(context.flags);
      const files =
        operands.length > 0 ? operands.map((each) => packFile(each, packs)) : packs.values();
      await checkEach(context, files, "There are no packs.", async (file) => {
        const { checksum, header } = await loadPack(file);
        const { language, counts, licence } = header;
        const line = `${file}: ${language}, ${counts.words} words, ${licence}, intact`;
        return { line, found: { file, checksum, header } };
      });
    },
  },
};

async function make({ terminal, flags, operands, show }: CommandContext): Promise<void> {
  noOperand(operands, "pack make");
  const language = option(flags, "language");
  if (!LANGUAGE.test(language))
    throw badInput("language", `“${language}” is no code of a language, such as de or sv.`);
  const folder = option(flags, "encoder");
  const list = await readWholeText(option(flags, "words"));
  const characterFile = flags.text("characters");
  const characterList = characterFile === undefined ? "" : await readWholeText(characterFile);
  const characters = readCharacterList(characterList);
  const words = readWordList(list, MOST_WORDS, characters);
  const retina = await retinaOf(flags, flags.text("retina"));
  const count = Math.min(MOST_TERMS, retina.termCount);
  const terms = Array.from({ length: count }, (_, id) => retina.term(id));
  const out = flags.text("out") ?? `${language}${PACK_EXTENSION}`;
  const likelihood = pieceLikelihood(await findTeacherFiles(folder));
  const teacher = await openTeacher(
    { folder, readings: flags.text("readings") ?? readingsFolder() },
    {
      sample: words.slice(0, SAMPLE).map(({ word }) => word),
      threads: flags.number("threads") ?? 1,
      batch: BATCH,
    },
  );
  const phases = ["read English terms", "read words"];
  const made = await withProgress(terminal, ({ signal, show: draw }) =>
    makePack(
      {
        language,
        cut: cutOf(language),
        licence: flags.text("licence") ?? "",
        sources: flags.text("sources") ?? path.basename(option(flags, "words")),
        madeFrom: {
          words: sha256(list),
          characters: characterList === "" ? "" : sha256(characterList),
          encoder: teacher.card.teacherChecksum ?? "",
          terms: sha256(terms.join("\n")),
        },
        words,
        terms,
        characters,
      },
      {
        likelihood,
        read(texts) {
          const phase = phases.shift() ?? "";
          const report = (fraction: number) =>
            draw({ phase, fraction, remainingSeconds: Number.NaN });
          return teacher.read(texts, { signal, report });
        },
      },
    ),
  ).finally(() => teacher.close());
  const bytes = writePack(made);
  await writeSafely(out, bytes);
  const { counts } = made.header;
  show(
    { out, bytes: bytes.length, ...made.header },
    () =>
      `${out}: ${counts.words} words onto ${counts.terms} English terms, ${(bytes.length / 1e6).toFixed(2)} MB`,
  );
}

const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

const lookUp = (found: Pack, word: string) =>
  neighboursOf(found, word.normalize("NFC")) ??
  neighboursOf(found, word.normalize("NFC").toLowerCase()) ??
  [];

/** A file as it is named, or that of a language. @throws bad-input where there is none */
function packFile(place: string, packs: ReadonlyMap<string, string>): string {
  const file = place.endsWith(PACK_EXTENSION) ? place : packs.get(place);
  const known = [...packs.keys()].join(", ") || "none";
  return needed(file, `There is no pack “${place}”; there are: ${known}.`);
}

/** By language: the packs that come with the retinas, and the user's own. */
async function knownPacks(flags: Flags) {
  const shipped = flags.text("retinas") ?? path.join(programInfo().root, "retinas");
  const found = await Promise.all(
    [userDirectories().data, shipped].map((folder) => listPacks(path.join(folder, "languages"))),
  );
  return new Map(found.flatMap((packs) => [...packs]));
}

const MOST_SENTENCES = 24_000;
const NO_READERS = "There are no readers; “semascope reader fit” makes one.";

export const reader: Command = {
  name: "reader",
  summary: "Fits a sentence encoder of yours to the map, so that it can read texts.",
  usage: "fit --encoder FOLDER [options] | list | check [NAMES...]",
  operands: Number.POSITIVE_INFINITY,
  options: `
    --encoder FOLDER   fit: tokenizer.json and an ONNX file, as from a model hub
    --map NAME         fit: the retina whose map the encoder is fitted to (en_associative)
    --name NAME        fit: name of the reader (that of the encoder's folder)
    --texts PATH...    fit: English texts to learn from (sentences of WordNet and of the State of the Union)
    --field NAME       fit: the field or column that contains a text (text)
    --sentences N      fit: most sentences (${MOST_SENTENCES})
    --readings FOLDER  fit: cache of the encoder's vectors
    --threads N        fit: worker threads; they change no result (1)
    ${RETINAS}`,
  examples: `
    semascope reader fit --encoder use-multilingual-v3 --texts wikipedia.jsonl --threads 2
    semascope reader list
    semascope reader check use-multilingual-v3`,
  run: {
    fit,
    async list({ show }) {
      const readers = await listReaders(readersFolder());
      const rows = readers.map((each) => {
        if ("problem" in each) return [each.name, each.problem, "", "", ""];
        const { map, sentences, quality, encoder } = each.header;
        const found = percent(quality.first);
        return [each.name, map.name, String(sentences.count), found, encoder.folder];
      });
      const head = ["reader", "map", "sentences", "found", "encoder"];
      show(readers, () => (rows.length === 0 ? NO_READERS : textTable([head, ...rows])));
    },
    async check(context) {
      const { operands } = context;
      const folder = readersFolder();
      const names =
        operands.length > 0 ? operands : (await listReaders(folder)).map(({ name }) => name);
      await checkEach(context, names, NO_READERS, async (name) => {
        const { header, checksum, close } = await openReader(folder, name, 1);
        await close();
        const line = `${name}: on the map of ${header.map.name}; intact, and so is its encoder`;
        return { line, found: { name, checksum } };
      });
    },
  },
};

async function fit({ terminal, flags, operands, show }: CommandContext): Promise<void> {
  noOperand(operands, "reader fit");
  const folder = option(flags, "encoder");
  const name = requireReaderName(flags.text("name") ?? path.basename(path.resolve(folder)));
  // Checked before the sentences, which take longer.
  const files = await findTeacherFiles(folder);
  const retina = await retinaOf(flags, flags.text("map"));
  const engine = createTextEngine(retina, { tagger: await openTagger() });
  const named = flags.list("texts");
  const fitted = await withProgress(terminal, async ({ signal, show: draw }) => {
    const report = (phase: string, fraction: number) =>
      draw({ phase, fraction, remainingSeconds: Number.NaN });
    const search = {
      most: flags.number("sentences") ?? MOST_SENTENCES,
      field: flags.text("field"),
      signal,
      report: (done: number) => report("look for sentences", done),
    };
    const found = await (named.length > 0 ? sentencesIn(named, search) : shippedSentences(search));
    const readings = flags.text("readings") ?? readingsFolder();
    const threads = flags.number("threads") ?? 1;
    return fitEncoder({ files, retina, engine, ...found, readings, threads }, { signal, report });
  });
  const file = await keepReader(readersFolder(), name, fitted);
  const { sentences, quality } = fitted.header;
  show(
    { name, file, ...fitted.header },
    () =>
      `${name}: fitted to the map of ${retina.name} from ${sentences.count} sentences. Of ${quality.keptAside} kept aside, ${percent(quality.first)} are found by their words; mean cosine ${quality.cosine}.`,
  );
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

const place = (description: string) => Type.Optional(Type.String({ description }));

/** What only the command line has: files and folders of the user. */
const places = Type.Object({
  readings: place("cache of the teacher's vectors for the next training"),
  vectorsFrom: place(
    "word vectors to learn from instead of a teacher, or of any texts (word2vec, GloVe, .vec; also .gz)",
  ),
  lexicon: place(
    "WordNet's folder “dict”: words of similar meaning attract each other, and words that the texts lack are added",
  ),
  threads: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 256,
      description: "worker threads; they change no result",
    }),
  ),
  scratch: place("folder of temporary files (the system's)"),
  vectors: place("also write the dense vectors, in the binary format of word2vec"),
  out: place("retina file to write (NAME.retina)"),
});

/** `semascope train`: trains, reports progress, and sums up. */
export const train: Command = {
  name: "train",
  summary:
    "Trains a retina from files or folders of texts; the same texts, options and seed give the same file.",
  usage: "PATHS... --name NAME [options] | --vectors-from FILE --name NAME [options]",
  operands: Number.POSITIVE_INFINITY,
  of: [trainOptions.properties, places.properties],
  options: `
    --name NAME             = name: name of the retina: lower case letters, digits, _ and - (required)
    --title TEXT            = title
    --description TEXT      = description
    --corpus TEXT           = corpus
    --licence TEXT          = licence
    --language NAME         = language
    --preset PRESET         = preset
    --window N              = window
    --terms N               = terms
    --dimensions N          = dimensions
    --min-count N           = minCount
    --seed N                = seed
    --teacher FOLDER...     = teacher
    --sentences N           = sentences
    --taught N...           = taught
    --map-share NAME=N,...  = mapShare
    --field NAME            = field
    --column NAME           = column
    --encoding NAME         = encoding
    --readings FOLDER       = readings
    --vectors-from FILE     = vectorsFrom
    --lexicon FOLDER        = lexicon
    --threads N             = threads
    --scratch FOLDER        = scratch
    --vectors FILE          = vectors
    --out FILE              = out`,
  examples: `
    semascope train notes/ --name notes --preset synonymous --out notes.retina
    semascope train reports.csv --column body --name reports`,
  async run({ terminal, operands: paths, flags, show }) {
    const options = checkShape(trainOptions, flags.for(trainOptions.properties));
    const request = trainingRequest(
      { name: flags.text("name") ?? "", paths, options },
      checkShape(places, flags.for(places.properties)),
    );
    const progress = progressLines(terminal.progress);
    const job = startTraining(request, (at) => progress.show(at));
    const release = terminal.onInterrupt(() => job.cancel());
    const result = await job.result.finally(() => {
      release();
      progress.end();
    });
    show(result, () => summary(result));
  },
};

function summary({ out, bytes, card, skipped, seconds }: TrainingResult): string {
  const { counts, quality } = card;
  const megabytes = (bytes / 1e6).toFixed(1);
  const rows = Object.entries(seconds).map(
    ([phase, spent]) => `  ${phase.padEnd(16)}${spent.toFixed(1).padStart(8)} s`,
  );
  return [
    `${out}: ${counts.terms} terms (${counts.phrases} of them phrases), ${megabytes} MB`,
    `from ${counts.words} words in ${counts.documents} documents; ${counts.skippedRecords} records skipped`,
    ...skipped.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`),
    ...Object.entries(quality).map(([name, value]) => `${name} ${value}`),
    "Time by phase:",
    ...rows,
  ].join("\n");
}
