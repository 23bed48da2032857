import { beforeAll, describe, expect, it } from "vitest";
import { openTagger, type Tagger } from "../../../core/text/tagger.ts";
import { tokenize } from "../../../core/text/tokenize.ts";
import { textRetina } from "./text-retina.ts";

const retina = textRetina();
let tagger: Tagger;
beforeAll(async () => {
  tagger = await openTagger();
});
const run = (text: string, tags?: readonly string[]) => tokenize(text, { retina, tagger }, tags);
const JAVA =
  "Java is a general-purpose programming language that is concurrent, class-based, object-oriented.";

describe("tokenize", () => {
  it("gives the eleven tokens of the contract's example", () => {
    expect(run(JAVA)).toEqual([
      "java,is,a,general-purpose,programming,language,that,is,concurrent,class-based,object-oriented",
    ]);
  });

  it("gives exactly its nouns", () => {
    expect(run(JAVA, ["NN", "NNP"])).toEqual(["java,programming,language"]);
  });

  it("keeps a sentence with an initial in one piece, and drops what the retina does not know", () => {
    expect(run("George L. Fox was born. In the city!")).toEqual([
      "george,fox,was,born",
      "in,the,city",
    ]);
  });

  it("drops sentences without tokens and refuses tags that do not exist", () => {
    expect(run("Zzzq! The city.", ["NN"])).toEqual(["city"]);
    expect(run("")).toEqual([]);
    expect(() => run("city", ["NOUNS"])).toThrow(/no part of speech/);
  });

  it("returns under VB only words that the retina knows as verbs", () => {
    const verbs = run("I eat and play and drive and was born.", ["VB"]).flatMap((line) =>
      line.split(","),
    );
    expect(verbs).toContain("eat");
    for (const verb of verbs) expect(retina.posTypes(retina.idOf(verb))).toContain("VERB");
  });
});
