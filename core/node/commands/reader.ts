import path from "node:path";
import { badInput } from "../../errors.ts";
import { createTextEngine } from "../../text/engine.ts";
import { openTagger } from "../../text/tagger.ts";
import { fitEncoder } from "../reader/fit-encoder.ts";
import { openReader } from "../reader/open-reader.ts";
import {
  keepReader,
  listReaders,
  readersFolder,
  requireReaderName,
} from "../reader/reader-files.ts";
import { readingsFolder } from "../teacher/open-teacher.ts";
import { findTeacherFiles } from "../teacher/teacher-files.ts";
import type { Command, CommandContext } from "./command.ts";
import { sentencesIn, shippedSentences } from "./fit-sentences.ts";
import { openStore } from "./local-engine.ts";
import { progressLines, textTable } from "./output.ts";

const MOST_SENTENCES = 24_000;

/** `semascope reader`. */
export const reader: Command = {
  name: "reader",
  summary: "Fits a sentence encoder of yours to the map, so that texts can be read by it.",
  usage: "fit --encoder FOLDER [options] | list | check [NAMES...]",
  mostOperands: Number.POSITIVE_INFINITY,
  options: [
    {
      name: "encoder",
      value: "FOLDER",
      help: "fit: tokenizer.json and an ONNX file, as from a model hub",
    },
    { name: "map", value: "NAME", help: "fit: the retina on whose map it reads (en_associative)" },
    { name: "name", value: "NAME", help: "fit: name of the reader (that of the encoder's folder)" },
    {
      name: "texts",
      value: "PATH",
      several: true,
      help: "fit: English texts to learn from (sentences of WordNet and of the State of the Union)",
    },
    { name: "field", value: "NAME", help: "fit: the field or column that holds a text (text)" },
    { name: "sentences", value: "N", help: `fit: most sentences (${MOST_SENTENCES})` },
    { name: "readings", value: "FOLDER", help: "fit: where the encoder's readings are kept" },
    { name: "threads", value: "N", help: "fit: worker threads; they change no result (1)" },
    { name: "retinas", value: "DIR", help: "folder with retina files (the shipped ones)" },
  ],
  examples: [
    "semascope reader fit --encoder use-multilingual-v3 --texts wikipedia.jsonl --threads 2",
    "semascope reader list",
    "semascope reader check use-multilingual-v3",
  ],
  async run(context) {
    const [action = ""] = context.positionals;
    if (!Object.hasOwn(actions, action))
      throw badInput("", `There is no “reader ${action}”; see --help.`);
    await actions[action as keyof typeof actions](context);
  },
};

const actions = { fit, list, check };

async function fit({ terminal, flags, positionals }: CommandContext): Promise<void> {
  if (positionals.length > 1)
    throw badInput("", `“reader fit” takes options only, not “${positionals[1]}”.`);
  const folder = flags.text("encoder");
  if (folder === undefined) throw badInput("encoder", "Give --encoder; see --help.");
  const name = requireReaderName(flags.text("name") ?? path.basename(path.resolve(folder)));
  // Looked at before sentences are, which takes longer.
  const files = await findTeacherFiles(folder);
  const retina = await mapOf(flags.text("retinas"), flags.text("map"));
  const engine = createTextEngine(retina, { tagger: await openTagger() });
  const named = flags.list("texts");
  const progress = progressLines(terminal.progress);
  const stop = new AbortController();
  const release = terminal.onInterrupt(() => stop.abort());
  const show = (phase: string, fraction: number) =>
    progress.show({ phase, fraction, remainingSeconds: Number.NaN });
  try {
    const search = {
      most: flags.number("sentences") ?? MOST_SENTENCES,
      field: flags.text("field"),
      signal: stop.signal,
      report: (done: number) => show("look for sentences", done),
    };
    const found = await (named.length > 0 ? sentencesIn(named, search) : shippedSentences(search));
    const fitted = await fitEncoder(
      {
        files,
        retina,
        engine,
        ...found,
        readings: flags.text("readings") ?? readingsFolder(),
        threads: flags.number("threads") ?? 1,
      },
      { signal: stop.signal, report: show },
    );
    const file = await keepReader(readersFolder(), name, fitted);
    progress.end();
    const { sentences, quality } = fitted.header;
    terminal.print(
      flags.isOn("json")
        ? JSON.stringify({ name, file, ...fitted.header })
        : `${name}: fitted to the map of ${retina.name} from ${sentences.count} sentences. Of ${quality.keptAside} kept aside, ${percent(quality.first)} are found by their words; mean cosine ${quality.cosine}.`,
    );
  } finally {
    release();
    progress.end();
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

async function mapOf(folder: string | undefined, name: string | undefined) {
  const { retinas } = await openStore(folder);
  const retina = name === undefined ? retinas[0] : retinas.find((each) => each.name === name);
  if (retina !== undefined) return retina;
  const known = retinas.map((each) => each.name).join(", ") || "none";
  throw badInput("map", `There is no retina “${name ?? ""}” to fit to; there are: ${known}.`);
}

async function list({ terminal, flags }: CommandContext): Promise<void> {
  const readers = await listReaders(readersFolder());
  if (flags.isOn("json")) terminal.print(JSON.stringify(readers));
  else if (readers.length === 0)
    terminal.print("There are no readers; “semascope reader fit” makes one.");
  else
    terminal.print(
      textTable([
        ["reader", "map", "sentences", "found", "encoder"],
        ...readers.map((each) =>
          "problem" in each
            ? [each.name, each.problem, "", "", ""]
            : [
                each.name,
                each.header.map.name,
                String(each.header.sentences.count),
                percent(each.header.quality.first),
                each.header.encoder.folder,
              ],
        ),
      ]),
    );
}

async function check({ terminal, flags, positionals }: CommandContext): Promise<void> {
  const named = positionals.slice(1);
  const folder = readersFolder();
  const names = named.length > 0 ? named : (await listReaders(folder)).map(({ name }) => name);
  const sound: { name: string; checksum: string }[] = [];
  for (const name of names) {
    const { header, checksum, close } = await openReader(folder, name, 1);
    await close();
    if (!flags.isOn("json"))
      terminal.print(`${name}: on the map of ${header.map.name}; intact, and so is its encoder`);
    sound.push({ name, checksum });
  }
  if (flags.isOn("json")) terminal.print(JSON.stringify(sound));
  else if (names.length === 0)
    terminal.print("There are no readers; “semascope reader fit” makes one.");
}
