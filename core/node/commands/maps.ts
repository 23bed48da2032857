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
import { startTraining } from "../training/train-job.ts";
import { trainingRequest } from "../training/train-request.ts";
import {
  type Command,
  type CommandContext,
  command,
  ENGINE,
  flag,
  RETINAS,
  text,
  texts,
  whole,
} from "./command.ts";
import { sentencesIn, shippedSentences } from "./fit-sentences.ts";
import { openStore } from "./local-engine.ts";
import { withProgress } from "./print.ts";

type RetinasOption = { readonly retinas?: string };

/** The retina of a name, the first one without. @throws unknown-retina, bad-retina-file where none can be opened */
async function retinaOf({ retinas: folder }: RetinasOption, name: string | undefined) {
  const { retinas: found, problems } = await openStore(folder);
  const retina = name === undefined ? found[0] : found.find((each) => each.name === name);
  if (retina !== undefined) return retina;
  if (found.length === 0) throw badRetinaFile(problems[0] ?? "No retina is installed.");
  const known = found.map((each) => each.name);
  throw unknownRetina(name ?? "", known);
}

/** Checks one after the other: a damaged one does not hide those before it. */
async function checkEach<T>(
  { show }: Pick<CommandContext, "show">,
  names: Iterable<string>,
  check: (name: string) => Promise<T>,
): Promise<void> {
  const sound: T[] = [];
  try {
    for (const name of names) sound.push(await check(name));
  } finally {
    show(sound);
  }
}

const retinas: readonly Command[] = [
  command({
    name: "retinas list",
    summary: "Lists the installed retinas.",
    options: RETINAS,
    shows: "name isDefault terms problem description",
    examples: "semascope retinas list",
    run: async ({ options }) => (await openStore(options.retinas)).cards(),
  }),
  command({
    name: "retinas install",
    summary: "Checks a retina file and installs it.",
    operands: "FILE",
    options: { replace: flag("Install over one of the same name."), ...RETINAS },
    shows: "name terms",
    examples: "semascope retinas install law.retina",
    async run({ operands: [file = ""], options: { replace = false, retinas: folder } }) {
      const store = await openStore(folder);
      return store.install({ file, name: path.basename(file) }, { replace });
    },
  }),
  command({
    name: "retinas verify",
    endpoint: "app.retinaVerify",
    operands: "NAME",
    examples: "semascope retinas verify en_associative",
    async run({ operands: [name = ""], options }) {
      const result = await (await openStore((options as RetinasOption).retinas)).verify(name);
      if (result.problem !== null) throw badRetinaFile(result.problem, { name });
      return result;
    },
  }),
  command({
    name: "retinas remove",
    endpoint: "app.retinaRemove",
    operands: "NAME",
    examples: "semascope retinas remove law",
    async run({ operands: [name = ""], options }) {
      await (await openStore((options as RetinasOption).retinas)).remove(name);
      return { removed: name };
    },
  }),
];

/** Terms of each region that an editor reads. */
const TERMS = 40;

const atlas: readonly Command[] = [
  command({
    name: "atlas draft",
    summary: "Prints the regions of a map for you to name.",
    operands: "NAME",
    options: RETINAS,
    examples: "semascope atlas draft law > law.names.tsv",
    async run(context) {
      const { retina, file } = await namedRetina(context);
      const problems: string[] = [];
      const found = buildAtlas(retina, { say: (reason) => problems.push(reason) });
      for (const problem of problems) context.terminal.warn(`${file} is not used: ${problem}.`);
      const names = problems.length === 0 ? editedNamesOf(retina) : undefined;
      const terms = characteristicTerms(retina, found, TERMS);
      const rows = draftOf(found, { names, termsOf: (region) => terms[region] ?? [] });
      context.terminal.warn(`The names are used when they are stored as ${file}.`);
      return writeDraft(retina.checksum, rows, names);
    },
  }),
  command({
    name: "atlas check",
    summary: "Checks the names that you gave to the regions of a map.",
    operands: "NAME",
    options: RETINAS,
    examples: "semascope atlas check law",
    async run(context) {
      const { retina, file } = await namedRetina(context);
      const fails = (reason: string) => {
        throw badRetinaFile(`${file} is not used: ${reason}.`, { file });
      };
      const found = buildAtlas(retina, { say: fails });
      const names = editedNamesOf(retina);
      if (names === undefined) throw notFound(`There is no file ${file}.`);
      const problems = checkNames(retina, found, names);
      if (problems.length === 0) return { regions: names.regions.length, problems };
      context.show({ problems });
      const faults = problems.length === 1 ? "a fault" : `${problems.length} faults`;
      throw badRetinaFile(`Look at ${file} again: it has ${faults}.`, { file });
    },
  }),
];

/** A retina, and the file where its edited names belong. */
async function namedRetina({
  options,
  operands: [name = ""],
}: Pick<CommandContext<RetinasOption>, "options" | "operands">) {
  const store = await openStore(options.retinas);
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
const THREADS = whole("Worker threads; they change no result (1).", 1, 256);
const READINGS = text("Cache of the encoder's vectors.");
const needed = (description: string) => Type.String({ description });

const packs: readonly Command[] = [
  command({
    name: "pack make",
    summary: "Makes a language pack.",
    options: {
      encoder: needed("Folder of a sentence encoder trained on the language."),
      words: needed("Its words, a line for each: WORD, tab, share."),
      language: needed("The code of the language, such as sv."),
      characters: text("File with other forms of characters: FROM, tab, TO."),
      licence: text("The licence of words and encoder."),
      sources: text("Where the words come from."),
      out: text("File to write (LANGUAGE.pack)."),
      readings: READINGS,
      threads: THREADS,
      ...ENGINE,
    },
    examples: "semascope pack make --encoder use-multilingual-v3 --words sv.tsv --language sv",
    async run({ terminal, options }) {
      const { language, encoder: folder, words: wordFile, threads = 1 } = options;
      if (!LANGUAGE.test(language))
        throw badInput("language", `“${language}” is no code of a language, such as de or sv.`);
      const list = await readWholeText(wordFile);
      const { characters: characterFile, out = `${language}${PACK_EXTENSION}` } = options;
      const characterList = characterFile === undefined ? "" : await readWholeText(characterFile);
      const characters = readCharacterList(characterList);
      const words = readWordList(list, MOST_WORDS, characters);
      const retina = await retinaOf(options, options.retina);
      const count = Math.min(MOST_TERMS, retina.termCount);
      const terms = Array.from({ length: count }, (_, id) => retina.term(id));
      const likelihood = pieceLikelihood(await findTeacherFiles(folder));
      const sample = words.slice(0, SAMPLE).map(({ word }) => word);
      const { readings = readingsFolder(), licence = "" } = options;
      const teacher = await openTeacher({ folder, readings }, { sample, threads, batch: BATCH });
      const phases = ["read English terms", "read words"];
      const madeFrom = {
        words: sha256(list),
        characters: characterList === "" ? "" : sha256(characterList),
        encoder: teacher.card.teacherChecksum ?? "",
        terms: sha256(terms.join("\n")),
      };
      const { sources = path.basename(wordFile) } = options;
      const made = await withProgress(terminal, ({ signal, show: draw }) =>
        makePack(
          { language, cut: cutOf(language), licence, sources, madeFrom, words, terms, characters },
          {
            likelihood,
            read(given) {
              const phase = phases.shift() ?? "";
              const report = (fraction: number) =>
                draw({ phase, fraction, remainingSeconds: Number.NaN });
              return teacher.read(given, { signal, report });
            },
          },
        ),
      ).finally(() => teacher.close());
      const bytes = writePack(made);
      await writeSafely(out, bytes);
      return { out, bytes: bytes.length, ...made.header };
    },
  }),
  command({
    name: "pack show",
    summary: "Shows the terms of words in a language pack.",
    operands: "PACK WORD...",
    options: RETINAS,
    examples: "semascope pack show de hund",
    async run({ options, operands: [place = "", ...words] }) {
      const found = await loadPack(packFile(place, await knownPacks(options)));
      return words.map((word) => ({ word, terms: lookUp(found, word) }));
    },
  }),
  command({
    name: "pack check",
    summary: "Checks language packs, by language or file.",
    operands: "[PACK]...",
    options: RETINAS,
    examples: `
      semascope pack check
      semascope pack check de ./sv.pack`,
    async run(context) {
      const known = await knownPacks(context.options);
      const { operands } = context;
      const files =
        operands.length > 0 ? operands.map((each) => packFile(each, known)) : known.values();
      await checkEach(context, files, async (file) => {
        const { checksum, header } = await loadPack(file);
        const { language, counts, licence } = header;
        return { file, language, words: counts.words, licence, checksum };
      });
    },
  }),
];

const sha256 = (given: string) => `sha256:${createHash("sha256").update(given).digest("hex")}`;

const lookUp = (found: Pack, word: string) =>
  neighboursOf(found, word.normalize("NFC")) ??
  neighboursOf(found, word.normalize("NFC").toLowerCase()) ??
  [];

/** A file as it is named, or that of a language. @throws bad-input where there is none */
function packFile(place: string, known: ReadonlyMap<string, string>): string {
  const file = place.endsWith(PACK_EXTENSION) ? place : known.get(place);
  const names = [...known.keys()].join(", ") || "none";
  if (file === undefined)
    throw badInput("pack", `There is no pack “${place}”; there are: ${names}.`);
  return file;
}

/** By language: the packs that come with the retinas, and the user's own. */
async function knownPacks({ retinas: folder }: RetinasOption) {
  const shipped = folder ?? path.join(programInfo().root, "retinas");
  const found = await Promise.all(
    [userDirectories().data, shipped].map((each) => listPacks(path.join(each, "languages"))),
  );
  return new Map(found.flatMap((each) => [...each]));
}

const MOST_SENTENCES = 24_000;

const readers: readonly Command[] = [
  command({
    name: "reader fit",
    summary: "Fits a sentence encoder of yours to the map, so that it can read texts.",
    options: {
      encoder: needed("Folder with tokenizer.json and an ONNX file, as from a model hub."),
      map: text("The retina whose map the encoder is fitted to (en_associative)."),
      name: text("Name of the reader (that of the encoder's folder)."),
      texts: texts(
        "File of English texts to learn from (sentences of WordNet and of the State of the Union).",
      ),
      field: text("The field or column that contains a text (text)."),
      sentences: whole(`Most sentences (${MOST_SENTENCES}).`, 1, 1e9),
      readings: READINGS,
      threads: THREADS,
      ...RETINAS,
    },
    examples:
      "semascope reader fit --encoder use-multilingual-v3 --texts wikipedia.jsonl --threads 2",
    async run({ terminal, options }) {
      const { encoder: folder, field, threads = 1, readings = readingsFolder() } = options;
      const name = requireReaderName(options.name ?? path.basename(path.resolve(folder)));
      // Checked before the sentences, which take longer.
      const files = await findTeacherFiles(folder);
      const retina = await retinaOf(options, options.map);
      const engine = createTextEngine(retina, { tagger: await openTagger() });
      const { texts: named = [], sentences: most = MOST_SENTENCES } = options;
      const fitted = await withProgress(terminal, async ({ signal, show: draw }) => {
        const report = (phase: string, fraction: number) =>
          draw({ phase, fraction, remainingSeconds: Number.NaN });
        const search = {
          ...{ most, field, signal },
          report: (done: number) => report("look for sentences", done),
        };
        const found = await (named.length > 0
          ? sentencesIn(named, search)
          : shippedSentences(search));
        const request = { files, retina, engine, ...found, readings, threads };
        return fitEncoder(request, { signal, report });
      });
      const file = await keepReader(readersFolder(), name, fitted);
      return { name, file, ...fitted.header };
    },
  }),
  command({
    name: "reader list",
    summary: "Lists the readers.",
    examples: "semascope reader list",
    shows: "name problem map.name sentences.count quality encoder.folder",
    run: async () =>
      (await listReaders(readersFolder())).map((each) =>
        "problem" in each ? each : { name: each.name, ...each.header },
      ),
  }),
  command({
    name: "reader check",
    summary: "Checks readers and their encoders.",
    operands: "[NAME]...",
    examples: "semascope reader check use-multilingual-v3",
    async run(context) {
      const folder = readersFolder();
      const all = async () => (await listReaders(folder)).map(({ name }) => name);
      const names = context.operands.length > 0 ? context.operands : await all();
      await checkEach(context, names, async (name) => {
        const { header, checksum, close } = await openReader(folder, name, 1);
        await close();
        return { name, map: header.map.name, checksum };
      });
    },
  }),
];

/** What only the command line has: files and folders of the user. */
const PLACES = {
  readings: text("Cache of the teacher's vectors for the next training."),
  vectorsFrom: text(
    "Word vectors to learn from instead of a teacher, or of any texts (word2vec, GloVe, .vec; also .gz).",
  ),
  lexicon: text(
    "WordNet's folder “dict”: words of similar meaning attract each other, and words that the texts lack are added.",
  ),
  threads: whole("Worker threads; they change no result.", 1, 256),
  scratch: text("Folder of temporary files (the system's)."),
  vectors: text("Also write the dense vectors, in the binary format of word2vec."),
  out: text("Retina file to write (NAME.retina)."),
};

/** `semascope train`: trains, reports progress, and sums up. */
const train = command({
  name: "train",
  summary:
    "Trains a retina from files or folders of texts; the same texts, options and seed give the same file.",
  operands: "[PATH]...",
  options: {
    name: text("Name of the retina: lower case letters, digits, _ and - (required)."),
    ...trainOptions.properties,
    ...PLACES,
  },
  shows: "out bytes card.counts card.quality skipped seconds",
  examples: `
    semascope train notes/ --name notes --preset synonymous --out notes.retina
    semascope train reports.csv --column body --name reports`,
  async run({ terminal, operands: paths, options: { name = "", ...options } }) {
    const pick = (fields: object) =>
      Object.fromEntries(Object.entries(options).filter(([field]) => field in fields));
    const request = trainingRequest(
      { name, paths, options: checkShape(trainOptions, pick(trainOptions.properties)) },
      checkShape(Type.Object(PLACES), pick(PLACES)),
    );
    return withProgress(terminal, ({ signal, show }) => {
      const job = startTraining(request, show);
      signal.addEventListener("abort", () => job.cancel());
      return job.result;
    });
  },
});

export const maps: readonly Command[] = [...retinas, ...atlas, ...packs, ...readers, train];
