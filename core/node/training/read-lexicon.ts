import { createHash } from "node:crypto";
import path from "node:path";
import { badInput } from "../../errors.ts";
import { LEXICON_PARTS, LexiconFault, parseWordNet } from "../../train/lexicon/wordnet.ts";
import type { TrainLexicon } from "../../train/train-retina.ts";
import { readingTrouble, readWholeText } from "../files/regular-file.ts";

const FILES = [...LEXICON_PARTS.map((part) => `data.${part}`), "index.sense"] as const;

/**
 * Reads a folder `dict` as WordNet and its packages have it.
 * @throws bad-input that names the file, and the line where there is one
 */
export async function readLexicon(folder: string): Promise<TrainLexicon> {
  const texts: string[] = [];
  const hash = createHash("sha256");
  for (const name of FILES) {
    const text = await readWholeText(path.join(folder, name)).catch((cause) => {
      throw badLexicon(folder, reasonOf(readingTrouble(name, cause)));
    });
    hash.update(text);
    texts.push(text);
  }
  const [noun, verb, adj, adv, senses] = texts as [string, string, string, string, string];
  try {
    const lexicon = parseWordNet({ noun, verb, adj, adv, senses });
    return {
      lexicon,
      card: { lexicon: titleOf(noun), lexiconChecksum: `sha256:${hash.digest("hex")}` },
    };
  } catch (cause) {
    if (cause instanceof LexiconFault) throw badLexicon(folder, cause.message);
    throw cause;
  }
}

/** As the licence at the head of each file says it: "WordNet 3.1 Copyright 2011 by Princeton University". */
const titleOf = (text: string) =>
  /WordNet \d[\d.]* Copyright \d+ by Princeton University/.exec(text)?.[0] ?? "WordNet";

const reasonOf = (cause: unknown) =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");

const badLexicon = (folder: string, reason: string) =>
  badInput(
    "lexicon",
    `${folder} is no lexicon: ${reason}. A lexicon is the folder “dict” of WordNet, with ${FILES.join(", ")}.`,
    { value: folder },
  );
