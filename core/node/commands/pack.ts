import { createHash } from "node:crypto";
import path from "node:path";
import { badInput, badRetinaFile } from "../../errors.ts";
import { readCharacterList } from "../../language/characters.ts";
import { cutOf } from "../../language/languages.ts";
import { makePack } from "../../language/make-pack.ts";
import { neighboursOf, type Pack } from "../../language/pack.ts";
import { LANGUAGE, writePack } from "../../language/pack-file.ts";
import { readWordList } from "../../language/word-list.ts";
import { userDirectories } from "../config/directories.ts";
import { programInfo } from "../config/program-info.ts";
import { writeSafely } from "../config/write-safely.ts";
import { readWholeText } from "../files/regular-file.ts";
import { listPacks, loadPack, PACK_EXTENSION } from "../language/pack-files.ts";
import { openTeacher, readingsFolder } from "../teacher/open-teacher.ts";
import { findTeacherFiles } from "../teacher/teacher-files.ts";
import { pieceLikelihood } from "../teacher/tokens.ts";
import { type Command, type CommandContext, ENGINE_OPTIONS } from "./command.ts";
import { openStore } from "./local-engine.ts";
import { progressLines } from "./output.ts";

/** Words of a language, and English terms that they may name. */
const MOST_WORDS = 50_000;
const MOST_TERMS = 30_000;
/** Words that the encoder reads at a time: they are short, and two and a half times as many are read in a second as by 32. */
const BATCH = 256;
/** Words by which it is tried whether the encoder knows the script. */
const SAMPLE = 100;

/** `semascope pack`. */
export const pack: Command = {
  name: "pack",
  summary: "Makes a language pack, shows what one says of words, or checks packs.",
  usage: "make [options] | show LANGUAGE|FILE WORDS... | check [LANGUAGE|FILE...]",
  mostOperands: Number.POSITIVE_INFINITY,
  options: [
    { name: "encoder", value: "FOLDER", help: "make: a sentence encoder that knows the language" },
    { name: "words", value: "FILE", help: "make: its words, a line for each: WORD, tab, share" },
    { name: "characters", value: "FILE", help: "make: other forms of characters: FROM, tab, TO" },
    { name: "language", value: "CODE", help: "make: the code of the language, such as sv" },
    { name: "licence", value: "TEXT", help: "make: the licence of words and encoder" },
    { name: "sources", value: "TEXT", help: "make: where the words come from" },
    { name: "out", value: "FILE", help: "make: file to write (LANGUAGE.pack)" },
    { name: "readings", value: "FOLDER", help: "make: where the encoder's readings are kept" },
    { name: "threads", value: "N", help: "make: worker threads; they change no result (1)" },
    ...ENGINE_OPTIONS,
  ],
  examples: [
    "semascope pack make --encoder use-multilingual-v3 --words sv.tsv --language sv",
    "semascope pack show de hund",
    "semascope pack check",
    "semascope pack check de ./sv.pack",
  ],
  async run(context) {
    const [action = ""] = context.positionals;
    if (!Object.hasOwn(actions, action))
      throw badInput("", `There is no “pack ${action}”; see --help.`);
    await actions[action as keyof typeof actions](context);
  },
};

const actions = { make, show, check };

async function make({ terminal, flags, positionals }: CommandContext): Promise<void> {
  if (positionals.length > 1)
    throw badInput("", `“pack make” takes options only, not “${positionals[1]}”.`);
  const needed = (name: string) => {
    const value = flags.text(name);
    if (value === undefined) throw badInput(name, `Give --${name}; see --help.`);
    return value;
  };
  const language = needed("language");
  if (!LANGUAGE.test(language))
    throw badInput("language", `“${language}” is no code of a language, such as de or sv.`);
  const folder = needed("encoder");
  const list = await readWholeText(needed("words"));
  const characterFile = flags.text("characters");
  const characterList = characterFile === undefined ? "" : await readWholeText(characterFile);
  const characters = readCharacterList(characterList);
  const words = readWordList(list, MOST_WORDS, characters);
  const retina = await retinaOf(flags.text("retinas"), flags.text("retina"));
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
  const progress = progressLines(terminal.progress);
  const stop = new AbortController();
  const release = terminal.onInterrupt(() => stop.abort());
  const phases = ["read English terms", "read words"];
  try {
    const made = await makePack(
      {
        language,
        cut: cutOf(language),
        licence: flags.text("licence") ?? "",
        sources: flags.text("sources") ?? path.basename(needed("words")),
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
        read: (texts) => {
          const phase = phases.shift() ?? "";
          const report = (fraction: number) =>
            progress.show({ phase, fraction, remainingSeconds: Number.NaN });
          return teacher.read(texts, { signal: stop.signal, report });
        },
      },
    );
    const bytes = writePack(made);
    await writeSafely(out, bytes);
    progress.end();
    const { counts } = made.header;
    terminal.print(
      flags.isOn("json")
        ? JSON.stringify({ out, bytes: bytes.length, ...made.header })
        : `${out}: ${counts.words} words onto ${counts.terms} English terms, ${(bytes.length / 1e6).toFixed(2)} MB`,
    );
  } finally {
    release();
    progress.end();
    await teacher.close();
  }
}

const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

async function retinaOf(folder: string | undefined, name: string | undefined) {
  const { retinas, problems } = await openStore(folder);
  const retina = name === undefined ? retinas[0] : retinas.find((each) => each.name === name);
  if (retina !== undefined) return retina;
  throw badRetinaFile(problems[0] ?? `There is no retina “${name ?? ""}” to take terms from.`);
}

async function show({ terminal, flags, positionals }: CommandContext): Promise<void> {
  const [, place, ...words] = positionals;
  if (place === undefined || words.length === 0)
    throw badInput("", "Name the language or the file of a pack, and words.");
  const found = await loadPack(fileAt(place, await knownPacks(flags.text("retinas"))));
  const rows = words.map((word) => ({ word, terms: lookUp(found, word) }));
  if (flags.isOn("json")) terminal.print(JSON.stringify(rows));
  else
    for (const { word, terms } of rows)
      terminal.print(
        terms.length === 0
          ? `${word}: the pack does not have it`
          : `${word} = ${terms.map(({ term, weight }) => `${term} ${weight}`).join(", ")}`,
      );
}

const lookUp = (found: Pack, word: string) =>
  neighboursOf(found, word.normalize("NFC")) ??
  neighboursOf(found, word.normalize("NFC").toLowerCase()) ??
  [];

/** A file as it is named, or that of a language. @throws bad-input where there is none */
function fileAt(place: string, packs: ReadonlyMap<string, string>): string {
  if (place.endsWith(PACK_EXTENSION)) return place;
  const file = packs.get(place);
  if (file !== undefined) return file;
  throw badInput(
    "language",
    `There is no pack “${place}”; there are: ${[...packs.keys()].join(", ") || "none"}.`,
  );
}

/** By language: the packs that come with the retinas, and those of one's own. */
async function knownPacks(retinas = path.join(programInfo().root, "retinas")) {
  const found = await Promise.all(
    [userDirectories().data, retinas].map((folder) => listPacks(path.join(folder, "languages"))),
  );
  return new Map(found.flatMap((packs) => [...packs]));
}

async function check({ terminal, flags, positionals }: CommandContext): Promise<void> {
  const [, ...named] = positionals;
  const packs = await knownPacks(flags.text("retinas"));
  const files = named.length > 0 ? named.map((place) => fileAt(place, packs)) : packs.values();
  const sound: { file: string; checksum: string; header: Pack["header"] }[] = [];
  for (const file of files) {
    const { checksum, header } = await loadPack(file);
    if (!flags.isOn("json"))
      terminal.print(
        `${file}: ${header.language}, ${header.counts.words} words, ${header.licence}, intact`,
      );
    sound.push({ file, checksum, header });
  }
  if (flags.isOn("json")) terminal.print(JSON.stringify(sound));
  else if (sound.length === 0) terminal.print("There are no packs.");
}
