/** Half-open range of UTF-16 offsets into the line. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A repair offered in one click: replace `start..end` of the line by `insert`. */
export interface Fix extends Span {
  readonly label: string;
  readonly insert: string;
}

/** Something in a line that cannot be understood as it is, in a person's words. */
export interface Problem {
  readonly span: Span;
  /** Column of the span's first character, counted from 1 in code points, for screen readers. */
  readonly column: number;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

/** The line with a fix carried out. */
export const applyFix = (line: string, { start, end, insert }: Fix): string =>
  line.slice(0, start) + insert + line.slice(end);

/** More would not be read by anyone, and a hostile line could hold a hundred thousand. */
const MOST_PROBLEMS = 100;

/** Gathers the problems of one line. */
export class ProblemList {
  private readonly found: Omit<Problem, "column">[] = [];
  readonly line: string;
  /** A quote is not closed, so all that follows it is inside, also what may have been meant otherwise. */
  hasOpenQuote = false;

  constructor(line: string) {
    this.line = line;
  }

  /** Nothing more is taken, so nothing need be worded. */
  get isFull(): boolean {
    return this.found.length >= MOST_PROBLEMS;
  }

  report({ start, end }: Span, message: string, fixes: readonly Fix[] = []): void {
    if (this.found.length < MOST_PROBLEMS)
      this.found.push({ span: { start, end }, message, fixes });
  }

  /** In the order of the line, as a person reads them. */
  sorted(): Problem[] {
    let [column, counted] = [1, 0];
    return this.found
      .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
      .map((problem) => {
        for (const _ of this.line.slice(counted, problem.span.start)) column++;
        counted = Math.max(counted, problem.span.start);
        return { ...problem, column };
      });
  }
}

export const remove = (what: string, { start, end }: Span): Fix => ({
  label: `Remove ${what}`,
  start,
  end,
  insert: "",
});

export const replace = (label: string, { start, end }: Span, insert: string): Fix => ({
  label,
  start,
  end,
  insert,
});

export const insertAt = (label: string, at: number, insert: string): Fix => ({
  label,
  start: at,
  end: at,
  insert,
});

/** A piece of the line in a message: short and in quotes. */
export const shown = (text: string): string =>
  text.length > 40 ? `“${text.slice(0, 39).trimEnd()}…”` : `“${text}”`;
