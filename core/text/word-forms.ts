/**
 * Other spellings and inflections under which a vocabulary may know a word, likeliest first: without its
 * ending, in the other spelling of English, without accents or points. The word itself is not among them.
 */
export function wordForms(word: string): string[] {
  const forms = new Set<string>();
  for (const base of new Set([word, plainLetters(word), word.replaceAll(".", "")])) {
    forms.add(base);
    for (const form of [...singulars(base), ...verbs(base), ...spellings(base), ...derived(base)])
      forms.add(form);
  }
  forms.delete(word);
  return [...forms].filter((form) => form.length >= SHORTEST_FORM);
}

const SHORTEST_FORM = 2;
/** An ending is taken off only when at least this many letters stay. */
const SHORTEST_STEM = 3;

const plainLetters = (word: string) => word.normalize("NFD").replace(/\p{M}/gu, "");

function without(word: string, ending: string, put = ""): string[] {
  const stem = word.slice(0, word.length - ending.length);
  return word.endsWith(ending) && stem.length >= SHORTEST_STEM ? [stem + put] : [];
}

function singulars(word: string): string[] {
  if (!word.endsWith("s")) return [`${word}s`];
  return [
    ...without(word, "ies", "y"),
    ...without(word, "ves", "f"),
    ...without(word, "s'"),
    ...without(word, "s"),
    ...without(word, "es"),
  ];
}

function verbs(word: string): string[] {
  return [...stems(word, "ing"), ...without(word, "ied", "y"), ...stems(word, "ed")];
}

/** `running` gives `run`, `making` gives `make`, `walking` gives `walk`. */
function stems(word: string, ending: string): string[] {
  const [stem] = without(word, ending);
  if (stem === undefined) return [];
  const isDoubled = stem.at(-1) === stem.at(-2);
  return [...(isDoubled ? [stem.slice(0, -1)] : []), stem, `${stem}e`, `${stem}s`];
}

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/is(e|ed|es|ing|ation|ations|er|ers)$/, "iz$1"],
  [/iz(e|ed|es|ing|ation|ations|er|ers)$/, "is$1"],
  [/our(s|ed|ing|able|ite|ites)?$/, "or$1"],
  [/or(s|ed|ing|able|ite|ites)?$/, "our$1"],
  [/yse(d|s)?$/, "yze$1"],
  [/yze(d|s)?$/, "yse$1"],
  [/re(s)?$/, "er$1"],
  [/er(s)?$/, "re$1"],
  [/ll(ed|ing|er|ers)$/, "l$1"],
  [/l(ed|ing|er|ers)$/, "ll$1"],
  [/ogue(s)?$/, "og$1"],
  [/og(s)?$/, "ogue$1"],
  [/ence(s)?$/, "ense$1"],
  [/ense(s)?$/, "ence$1"],
];

function spellings(word: string): string[] {
  return SPELLINGS.filter(([ending]) => ending.test(word)).map(([ending, put]) =>
    word.replace(ending, put),
  );
}

function derived(word: string): string[] {
  return [
    ...without(word, "ily", "y"),
    ...without(word, "ly"),
    ...without(word, "ier", "y"),
    ...without(word, "iest", "y"),
    ...stems(word, "er"),
    ...stems(word, "est"),
    ...without(word, "ness"),
    ...without(word, "iness", "y"),
    ...without(word, "less"),
  ];
}
