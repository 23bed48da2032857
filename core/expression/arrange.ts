import { DEEPEST, MOST_OPERANDS } from "./ast.ts";
import { type Fix, insertAt, type ProblemList, remove, replace, shown } from "./problems.ts";
import type { Token } from "./scan.ts";
import { quote } from "./words.ts";

/** Whether words in a row are one term of the vocabulary. */
export type IsPhrase = (words: string) => boolean;

/** Brackets deeper than this are refused; each level may have an operator or two inside. */
const DEEPEST_BRACKETS = 2 * DEEPEST;
/** Longest run of words that is looked up as phrases; a longer one is surely text. */
const LONGEST_RUN = 32;

/**
 * Joins bare words to terms and makes the brackets match, so that the parser need not care.
 * `undefined` when the line is beyond what an expression can hold.
 */
export function arrange(
  tokens: readonly Token[],
  problems: ProblemList,
  isPhrase: IsPhrase,
): Token[] | undefined {
  const arranged = balance(joinWords(tokens, problems, isPhrase), problems);
  return isWithinLimits(arranged, problems) ? arranged : undefined;
}

function joinWords(tokens: readonly Token[], problems: ProblemList, isPhrase: IsPhrase): Token[] {
  const joined: Token[] = [];
  let run: WordToken[] = [];
  const flush = () => {
    if (run.length > 0) joined.push(joinRun(run, problems, isPhrase));
    run = [];
  };
  for (const token of tokens) {
    if (token.kind === "word") run.push(token);
    else {
      flush();
      joined.push(token);
    }
  }
  flush();
  return joined;
}

type WordToken = Token & { readonly kind: "word" };

function joinRun(run: readonly WordToken[], problems: ProblemList, isPhrase: IsPhrase): Token {
  const span = { start: run[0]!.start, end: run.at(-1)!.end };
  const words = run.map((token) => token.word);
  const term = words.join(" ");
  const isShort = words.length <= LONGEST_RUN;
  if (words.length > 1 && !(isShort && isPhrase(term)))
    problems.report(
      span,
      `${shown(term)} is not one term here; put an operator between its parts.`,
      fixesFor(problems.line.slice(span.start, span.end), {
        span,
        parts: isShort ? splitPhrases(words, isPhrase) : [],
      }),
    );
  return { kind: "leaf", node: { kind: "term", term }, ...span };
}

function fixesFor(
  written: string,
  { span, parts }: { span: { start: number; end: number }; parts: readonly string[] },
): Fix[] {
  const asOne = replace("Take it as one term", span, quote(written.replace(/\s+/g, " ")));
  const asText = replace("Read it as text", span, `text:${quote(written)}`);
  if (parts.length === 0) return [asText];
  const quoted = parts.map((part) => (part.includes(" ") ? quote(part) : part));
  return [
    replace(`Put “+” between (any of them)`, span, quoted.join(" + ")),
    replace(`Put “&” between (all of them)`, span, quoted.join(" & ")),
    asOne,
    asText,
  ];
}

/** Longest phrases first, from the left. */
function splitPhrases(words: readonly string[], isPhrase: IsPhrase): string[] {
  const parts: string[] = [];
  for (let start = 0; start < words.length; ) {
    let end = words.length;
    while (end > start + 1 && !isPhrase(words.slice(start, end).join(" "))) end--;
    parts.push(words.slice(start, end).join(" "));
    start = end;
  }
  return parts;
}

/** Drops closing brackets that close nothing and adds those that are missing at the end. */
function balance(tokens: readonly Token[], problems: ProblemList): Token[] {
  const balanced: Token[] = [];
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === "open") open.push(token);
    if (token.kind === "close" && open.pop() === undefined)
      problems.report(token, "This bracket closes nothing.", [remove("it", token)]);
    else balanced.push(token);
  }
  const end = problems.line.trimEnd().length;
  for (const token of open.reverse()) {
    // The bracket may be closed inside the open quote: that comes first.
    if (!problems.hasOpenQuote)
      problems.report(token, "This bracket is not closed.", [
        insertAt("Close the bracket at the end", end, ")"),
        remove("the bracket", token),
      ]);
    balanced.push({ kind: "close", start: end, end });
  }
  return balanced;
}

function isWithinLimits(tokens: readonly Token[], problems: ProblemList): boolean {
  let [depth, operands] = [0, 0];
  for (const token of tokens) {
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
    if (token.kind === "leaf") operands++;
    const reason =
      depth > DEEPEST_BRACKETS
        ? `Brackets may be nested ${DEEPEST_BRACKETS} deep at most.`
        : operands > MOST_OPERANDS + 1
          ? `An expression may have ${MOST_OPERANDS} operands at most.`
          : undefined;
    if (reason === undefined) continue;
    problems.report({ start: token.start, end: problems.line.length }, reason);
    return false;
  }
  return true;
}
