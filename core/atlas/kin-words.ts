/** Whether two names are, or hold, forms of one word: they begin alike. */
export function isKin(a: string, b: string): boolean {
  return a.split(" ").some((left) => b.split(" ").some((right) => beginAlike(left, right)));
}

function beginAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_STEM) return ENDINGS.some((ending) => short + ending === long);
  const length = Math.max(SHORTEST_STEM, short.length - ENDING);
  return short.slice(0, length) === long.slice(0, length);
}
const SHORTEST_STEM = 4;
const ENDING = 2;
/** Of words that are too short to be told by how they begin. */
const ENDINGS = ["", "s", "es"];
