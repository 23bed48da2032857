import { useQueries, useQuery } from "@tanstack/react-query";
import type { Expression, NodePath } from "../../../core/expression/ast.ts";
import { leaves, nodeAt, pathKey, pathOf } from "../../../core/expression/walk.ts";
import { retinaCardsQuery, termQuery } from "../../api/map-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { plural } from "../../model/format.ts";
import type { Missing } from "../../model/missing-parts.ts";
import { chooseRetina, useRetina } from "../../state/retina.ts";
import { subject } from "../../state/subject.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { asOneStep } from "../../state/workspace.ts";
import { selectInLine } from "./build-ui.ts";
import { commitEdit, currentTree } from "./edit-subject.ts";
import { type EditResult, remove, replace } from "./model/edit.ts";
import { shortName } from "./model/short-name.ts";

/** What stands in the way of a result, and the ways out of each. Nothing is left out without being told to. */
export function MissingList({ missing }: { readonly missing: readonly Missing[] }) {
  if (missing.length === 0) return null;
  return (
    <ul className="build-missing stack" aria-label="Parts without a fingerprint">
      {missing.map((each) => (
        <li key={each.key}>
          <div className="stack" role="status">
            <MissingItem missing={each} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Rewrites the part at a `pathKey` of the line as it is now. */
const change = (key: string, edit: (tree: Expression, path: NodePath) => EditResult) => {
  const tree = currentTree();
  if (tree) commitEdit(edit(tree, pathOf(key)));
};

function MissingItem({ missing }: { readonly missing: Missing }) {
  const retina = useRetina()?.name ?? "";
  const { tree, spans } = useSubjectTree();
  const { key } = missing;
  const node = tree && nodeAt(tree, pathOf(key));
  if (!node) return null;
  return (
    <>
      <p>
        <Chip tone="error">{shortName(node)}</Chip> {sentenceFor(missing, retina)}
      </p>
      {missing.kind === "unknown" && <UnknownTerm missing={missing} />}
      <div className="row gap-1 wrap">
        <Button size="small" tone="quiet" onPress={() => selectInLine(spans.get(key))}>
          Edit it
        </Button>
        <Button size="small" onPress={() => change(key, remove)}>
          Remove it
        </Button>
      </div>
    </>
  );
}

const MOST_WORDS = 8;

function sentenceFor(missing: Missing, retina: string): string {
  if (missing.kind === "reference") return missing.message;
  if (missing.kind === "unknown") return `is not in ${retina}.`;
  const named = missing.words.slice(0, MOST_WORDS).join(", ");
  const more = missing.count - Math.min(missing.words.length, MOST_WORDS);
  const rest = named !== "" && more > 0 ? ` and ${more} more` : "";
  return `0 of ${plural(missing.count, "word")} ${missing.count === 1 ? "is" : "are"} in ${retina}${named === "" ? "" : `: ${named}${rest}`}.`;
}

function UnknownTerm({ missing }: { readonly missing: Extract<Missing, { kind: "unknown" }> }) {
  const { key, term, suggestions } = missing;
  const parts = missing.parts.filter((part) => !suggestions.includes(part));
  const leftOut = wordsBeside(term, parts);
  const become = (node: Expression) => change(key, (tree, path) => replace(tree, path, node));
  return (
    <div className="row gap-1 wrap">
      {suggestions.map((near) => (
        <Chip
          key={near}
          label={`Use ${near} instead`}
          onPress={() => become({ kind: "term", term: near })}
        >
          {near}
        </Chip>
      ))}
      {parts.length > 0 && (
        <Chip
          label={labelOfSplit(parts, leftOut)}
          onPress={() =>
            become(
              parts.length === 1
                ? termOf(parts[0] ?? term)
                : { kind: "and", operands: parts.map(termOf) },
            )
          }
        >
          {parts.join(" & ")}
          {leftOut.length > 0 && <span className="muted">, without {leftOut.join(", ")}</span>}
        </Chip>
      )}
      <Chip label="Treat it as text" onPress={() => become({ kind: "text", text: term })}>
        as text
      </Chip>
      <OtherRetinas term={term} />
    </div>
  );
}

const termOf = (term: string) => ({ kind: "term" as const, term });

/** Words of an unknown phrase that are in none of its known parts. */
export function wordsBeside(phrase: string, parts: readonly string[]): string[] {
  const known = new Set(parts.flatMap((part) => part.toLowerCase().split(/[\s/_-]+/)));
  return phrase.split(/[\s/_-]+/).filter((word) => word !== "" && !known.has(word.toLowerCase()));
}

const labelOfSplit = (parts: readonly string[], leftOut: readonly string[]): string =>
  `Split into ${parts.join(" and ")}${leftOut.length > 0 ? `, without ${leftOut.join(", ")}` : ""}`;

/** Installed maps that do know a term that this one does not. */
function OtherRetinas({ term }: { readonly term: string }) {
  const retina = useRetina();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const others = cards.filter(({ name, state }) => state === "ready" && name !== retina?.name);
  const answers = useQueries({ queries: others.map(({ name }) => termQuery(name, term)) });
  const knowing = others.filter((_, index) => answers[index]?.data?.known === true);
  return knowing.map(({ name }) => (
    <Chip key={name} label={`Switch to ${name}, which has it`} onPress={() => chooseRetina(name)}>
      in {name}
    </Chip>
  ));
}

/** Cells that were chosen on the map of another retina mean something else here: keep, drop, or go back. */
export function ForeignPositions() {
  const { subject: now, tree } = useSubjectTree();
  const retina = useRetina();
  if (!tree || !retina) return null;
  const foreign = now.cells.filter((each) => each.retina && each.retina !== retina.name);
  const other = foreign[0]?.retina;
  if (other === undefined) return null;
  const keep = () =>
    subject.edit("Keep the cells of another map", (before) => ({
      ...before,
      cells: before.cells.map((each) => ({ ...each, retina: retina.name })),
    }));
  const drop = () => {
    const lists = leaves(tree).filter(
      ({ node }) => node.kind === "positions" && foreign.some(({ name }) => name === node.name),
    );
    // From the last on: the places of those before it stay.
    for (const { path } of lists.reverse()) change(pathKey(path), remove);
  };
  return (
    <section className="result-warning foreign columns note caution" role="status">
      <p>
        {foreign.length === 1 ? "A list of cells was" : `${foreign.length} lists of cells were`}{" "}
        made on the map of {other}; on {retina.name} the same cells mean something else.
      </p>
      <div className="row gap-1 wrap">
        <Button size="small" onPress={keep}>
          Keep them
        </Button>
        <Button size="small" onPress={() => asOneStep(drop)}>
          Remove them
        </Button>
        <Button size="small" onPress={() => chooseRetina(other)}>
          Back to {other}
        </Button>
      </div>
    </section>
  );
}

/** Longer texts are no names of anything. */
const MOST_OF_A_TERM = 4;

const MOST_OFFERED = 3;

/** Short texts that are a term of the retina as well, or nearly one: the term is offered beside the text. */
export function TextsThatAreTerms() {
  const { tree } = useSubjectTree();
  const retina = useRetina()?.name;
  const texts = tree ? shortTextsIn(tree) : [];
  const answers = useQueries({
    queries: texts.map(({ words }) => ({
      ...termQuery(retina ?? "", words),
      enabled: retina !== undefined,
    })),
  });
  const offers = texts.flatMap(({ key, words }, index) => {
    const found = answers[index]?.data;
    const terms = found ? (found.known ? [found.term] : found.suggestions) : [];
    return terms.length > 0 ? [{ key, words, terms: terms.slice(0, MOST_OFFERED) }] : [];
  });
  if (!tree || offers.length === 0) return null;
  return (
    <ul aria-label="Terms for short texts">
      {offers.map(({ key, words, terms }) => (
        <li key={key}>
          <span className="muted" dir="auto">
            “{words}” is read as a text. As a term:
          </span>
          {terms.map((term) => (
            <Chip
              key={term}
              label={`Use the term ${term}`}
              onPress={() => change(key, (now, path) => replace(now, path, { kind: "term", term }))}
            >
              {term}
            </Chip>
          ))}
        </li>
      ))}
    </ul>
  );
}

const shortTextsIn = (tree: Expression) =>
  leaves(tree).flatMap(({ node, path }) => {
    if (node.kind !== "text") return [];
    const words = node.text.trim().replace(/[.?!]+$/, "");
    return words !== "" && words.split(/\s+/).length <= MOST_OF_A_TERM
      ? [{ key: pathKey(path), words }]
      : [];
  });
