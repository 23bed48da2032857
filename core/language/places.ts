const JOINERS = "\\u00ad\\u200c\\u200d\\u2060";
/** A character and what belongs to it: marks, joiners, and the vowels and ends of a Korean syllable written letter by letter. */
const CLUSTER = new RegExp(
  `[${JOINERS}]*.[\\p{M}${JOINERS}\\u1160-\\u11ff\\ud7b0-\\ud7ff]*`,
  "gsu",
);
/** Nothing in it is longer or shorter as a vocabulary writes it. */
const EVEN = new RegExp(
  `^[^\\p{M}${JOINERS}\\u0130\\u1100-\\u11ff\\ud7b0-\\ud7ff\\u{10000}-\\u{10ffff}]*$`,
  "u",
);

/**
 * Where places of a word's form are in the word as written, which may have marks that the form joins to letters, or capitals with more letters than
 * small ones. Undefined where the form is not what its characters make one by one.
 */
export function placesIn(
  written: string,
  form: string,
  formOf: (written: string) => string,
): ((place: number) => number) | undefined {
  if (written === form || (written.length === form.length && EVEN.test(written)))
    return (place) => place;
  const places = [0];
  let made = "";
  let at = 0;
  for (const [cluster] of written.matchAll(CLUSTER)) {
    made += formOf(cluster);
    while (places.length < made.length) places.push(at);
    at += cluster.length;
    places[made.length] = at;
  }
  return made.startsWith(form) ? (place) => places[place] ?? written.length : undefined;
}
