import { AFTER_BREAK, AFTER_COMMA, AFTER_NEWLINE, AFTER_SENTENCE } from "../text/tokens.ts";
import type { CountInput } from "./count-contexts.ts";
import type { ShardBuilder } from "./sparse-shard.ts";

/** Words that join the last member to a list. */
export const CONJUNCTIONS: readonly string[] = ["and", "or", "nor"];

/** Between a member and a conjunction there may be a comma, but nothing stronger. */
const STRONG = AFTER_SENTENCE | AFTER_BREAK | AFTER_NEWLINE;
const ANY = STRONG | AFTER_COMMA;
/** Members looked ahead for the conjunction that makes commas a list. */
const LONGEST_LIST = 6;

/**
 * A function that adds the fellow members of the tokens `first..last`: Y in "X and Y", "X, Y, and Z". Such
 * words can replace each other, which neighbours in general cannot.
 */
export function listAdder({ chunk, contexts, conjunctions }: CountInput, builder: ShardBuilder) {
  const { ids, flags } = chunk;
  const [and = -1, or = -1, nor = -1] = conjunctions;
  const idAt = (at: number) => ids[at] ?? -1;
  const flagAt = (at: number) => flags[at] ?? ANY;
  const isJoint = (at: number) => {
    const id = idAt(at);
    return id >= 0 && (id === and || id === or || id === nor);
  };
  const add = (at: number): void => {
    const word = idAt(at);
    if (word >= 0 && word < contexts && !isJoint(at)) builder.add(word, 1);
  };
  /** Whether the tokens from `at` on are members parted by commas up to a conjunction. */
  const isListFrom = (at: number): boolean => {
    for (let i = at; i < at + LONGEST_LIST; i++) {
      if (idAt(i) < -1 || (flagAt(i) & STRONG) !== 0) return false;
      if (isJoint(i)) return true;
      if ((flagAt(i) & AFTER_COMMA) === 0) return false;
    }
    return false;
  };
  const addBefore = (first: number): void => {
    if (!isJoint(first - 1) || (flagAt(first) & ANY) !== 0 || (flagAt(first - 1) & STRONG) !== 0)
      return;
    if (idAt(first - 2) < 0) return;
    add(first - 2);
    if ((flagAt(first - 2) & AFTER_COMMA) !== 0) add(first - 3);
  };
  return (first: number, last: number): void => {
    addBefore(first);
    if (isJoint(last + 1) && (flagAt(last + 1) & STRONG) === 0 && (flagAt(last + 2) & ANY) === 0)
      add(last + 2);
    if ((flagAt(last + 1) & AFTER_COMMA) !== 0 && !isJoint(last + 1) && isListFrom(last + 2)) {
      add(last + 1);
      if (isJoint(last + 2)) add(last + 3);
    }
    if ((flagAt(first) & AFTER_COMMA) !== 0 && !isJoint(first - 1) && isListFrom(last + 1))
      add(first - 1);
  };
}
