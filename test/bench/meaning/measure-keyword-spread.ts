import type { BenchContext } from "./bench-context.ts";
import { mean } from "./correlation.ts";
import type { Measure } from "./measures.ts";

const WANTED = 10;
/** Words of each article in a text of three, and how many such texts. */
const LENGTHS = [60, 150, 400];
const DRAWS = 40;

/** Beginnings of three articles of different classes, one after the other. */
export function measureSpread({ data, engine }: BenchContext): Measure[] {
  const texts = data.labelled() ?? [];
  const labels = [...new Set(texts.map(({ label }) => label))];
  const classes = labels.map((own) => texts.filter(({ label }) => label === own));
  if (classes.length < 3) return [];
  return LENGTHS.flatMap((length) => {
    const scores = Array.from({ length: DRAWS }, (_, draw) => {
      const parts = [0, 1, 2].map((part) => {
        const articles = classes[(draw + part) % classes.length]!;
        const { text } = articles[(7 + 3 * draw) % articles.length]!;
        return text.split(/\s+/).slice(0, length).join(" ");
      });
      return spreadOf(engine.keywords(parts.join("\n\n"), WANTED), parts);
    });
    const set = `keywords of three texts of ${length} words`;
    return [
      { set, figure: "texts with keywords, of 3", value: mean(scores.map(({ met }) => met)) },
      { set, figure: "share in the wrong text", value: mean(scores.map(({ wrong }) => wrong)) },
      { set, figure: "share with a word twice", value: mean(scores.map(({ glued }) => glued)) },
    ];
  });
}

function spreadOf(keywords: readonly string[], parts: readonly string[]) {
  const plain = parts.map((part) => part.toLowerCase().replace(/[^a-z0-9]+/g, " "));
  const counts = parts.map(() => 0);
  for (const keyword of keywords) {
    const home = plain.findIndex((part) => part.includes(keyword));
    if (home >= 0) counts[home]!++;
  }
  const found = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const isGlued = (keyword: string) => new Set(keyword.split(" ")).size < keyword.split(" ").length;
  return {
    met: counts.filter((count) => count > 0).length,
    wrong: counts.reduce((sum, count) => sum + Math.abs(count / found - 1 / parts.length), 0) / 2,
    glued: keywords.filter(isGlued).length / Math.max(1, keywords.length),
  };
}
