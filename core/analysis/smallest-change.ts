/** What is found by taking words out until a score falls below a line. */
export interface Change<Word> {
  readonly removed: readonly Word[];
  /** The score without them, computed again. */
  readonly after: number;
  /** Every smaller set was tried too, and none was enough. */
  readonly isSmallest: boolean;
}

interface Search<Word> {
  /** The most promising first. */
  readonly words: readonly Word[];
  /** The score, computed again without these words. */
  readonly scoreWithout: (removed: readonly Word[]) => number;
  readonly threshold: number;
  /** How often a score may be computed. */
  readonly mostTries: number;
}

/**
 * The smallest set of words whose removal takes the score below the threshold. One word more at a time, always the one
 * that lowers the score most, gives a set; then all smaller sets are tried as far as the tries reach. Null when the
 * tries end before any set is found, and when the score is below already.
 */
export function smallestChange<Word>(search: Search<Word>): Change<Word> | null {
  const { words, scoreWithout, threshold, mostTries } = search;
  if (scoreWithout([]) < threshold) return null;
  let tries = 0;
  const score = (removed: readonly Word[]) => {
    tries++;
    return scoreWithout(removed);
  };
  const found = greedy({ words, scoreWithout: score, threshold, mostTries });
  if (found === null) return null;
  for (let size = 2; size < found.removed.length; size++) {
    if (setCount(words.length, size) > mostTries - tries) return { ...found, isSmallest: false };
    for (const removed of setsOf(words, size)) {
      const after = score(removed);
      if (after < threshold) return { removed, after, isSmallest: true };
    }
  }
  return { ...found, isSmallest: true };
}

function greedy<Word>(search: Search<Word>): Pick<Change<Word>, "removed" | "after"> | null {
  const { words, scoreWithout, threshold, mostTries } = search;
  let removed: readonly Word[] = [];
  let after = Number.POSITIVE_INFINITY;
  let tries = 0;
  while (after >= threshold) {
    const rest = words.filter((word) => !removed.includes(word));
    tries += rest.length;
    if (rest.length === 0 || tries > mostTries) return null;
    const options = rest.map((word) => {
      const without = [...removed, word];
      return { removed: without, after: scoreWithout(without) };
    });
    ({ removed, after } = options.reduce((best, next) => (next.after < best.after ? next : best)));
  }
  return { removed, after };
}

/** How many sets of a size there are. */
function setCount(words: number, size: number): number {
  let count = 1;
  for (let i = 0; i < size; i++) count = (count * (words - i)) / (i + 1);
  return count;
}

/** All sets of a size, those of early words first. */
function* setsOf<Word>(words: readonly Word[], size: number, start = 0): Generator<Word[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = start; i <= words.length - size; i++)
    for (const rest of setsOf(words, size - 1, i + 1)) yield [words[i]!, ...rest];
}
