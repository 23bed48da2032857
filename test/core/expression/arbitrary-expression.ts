import fc from "fast-check";
import { type Expression, OPERATORS } from "../../../core/expression/ast.ts";
import { limitProblem } from "../../../core/expression/walk.ts";
import { anyCharacter } from "../../support/any-character.ts";

/** Words that look like syntax, and every kind of character: what round trips must survive. */
const AWKWARD = [
  "and",
  "OR",
  "xor",
  "but not",
  "but",
  "not",
  "text:",
  "Region:x",
  "self-service",
  "-dash",
  "dash-",
  "a--b",
  "new york",
  "c++",
  "a[b",
  "a]",
  "<b>x</b>",
  "=1+1",
  "node.js",
  "jaguar's",
  "'''",
  "''",
  'say "hi"',
  "back\\slash",
  "\\u{41}",
  "#3",
  "@me",
  "10%",
  "a,b",
  "app*",
  "{",
  "“smart”",
  "Navier–Stokes",
  "🦊",
  "👩‍👩‍👧",
  "עברית",
  "a\u202eb",
  "line\nbreak",
  "\ttab",
  "a  b",
  "\ud800",
  "\u0000x",
  "a-[1]",
  " padded ",
  "__proto__",
];

export const words = fc
  .oneof(
    fc.constantFrom(...AWKWARD),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }),
    fc
      .array(fc.constantFrom(...AWKWARD, "apple", " "), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("")),
  )
  .filter((text) => text.trim() !== "");

export const positions = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 16_383 }), fc.integer({ min: 0, max: 30 })), {
    minLength: 1,
    maxLength: 30,
  })
  .map((cells) => Uint16Array.from(cells).sort());

const sparsity = fc.double({
  min: 0,
  max: 1,
  minExcluded: true,
  maxExcluded: true,
  noNaN: true,
});
const sparsities = fc.option(fc.oneof(fc.constantFrom(0.02, 0.06, 0.5, 0.001, 1 / 3), sparsity), {
  nil: undefined,
});

const thinned = (nodes: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> =>
  fc
    .tuple(nodes, sparsities)
    .map(([node, share]) => (share === undefined ? node : { ...node, sparsity: share }));

const languages = fc.constantFrom<{ readonly language?: string }>(
  {},
  {},
  { language: "de" },
  { language: "fil" },
  { language: "auto" },
);

/** Leaves that the service knows too. */
const plainLeaf: fc.Arbitrary<Expression> = fc.oneof(
  fc
    .tuple(words, languages)
    .map(([term, spoken]): Expression => ({ kind: "term", term, ...spoken })),
  fc
    .tuple(words, languages)
    .map(([text, spoken]): Expression => ({ kind: "text", text, ...spoken })),
  positions.map((cells): Expression => ({ kind: "positions", positions: cells })),
);

const anyLeaf: fc.Arbitrary<Expression> = fc.oneof(
  plainLeaf,
  fc
    .tuple(fc.constantFrom("saved", "region", "filter"), words)
    .map(([kind, name]): Expression => ({ kind, name }) as Expression),
);

function treeOf(
  leaf: fc.Arbitrary<Expression>,
  decorate: (nodes: fc.Arbitrary<Expression>) => fc.Arbitrary<Expression>,
): fc.Arbitrary<Expression> {
  return fc.letrec<{ tree: Expression; operation: Expression }>((tie) => ({
    tree: decorate(fc.oneof({ maxDepth: 8, depthSize: "medium" }, leaf, tie("operation"))),
    operation: fc
      .tuple(fc.constantFrom(...OPERATORS), fc.array(tie("tree"), { minLength: 1, maxLength: 4 }))
      .map(([kind, operands]): Expression => ({ kind, operands })),
  })).tree;
}

const withinLimits = (tree: Expression) => limitProblem(tree) === undefined;

/** Trees that the service takes. */
export const contractTree = treeOf(plainLeaf, (nodes) => nodes).filter(withinLimits);

/** Trees with everything the application adds; lists of cells have no names. */
export const anyTree = treeOf(anyLeaf, thinned).filter(withinLimits);
