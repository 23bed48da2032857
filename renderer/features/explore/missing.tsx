import { CircleAlert } from "lucide-react";
import { useContext } from "react";
import { type NodeId, nodeWith } from "../../../core/expression/draft.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { plural } from "../../model/format.ts";
import type { Missing } from "../../model/missing-parts.ts";
import { useRetina } from "../../state/retina.ts";
import { useSubjectTree } from "../../state/use-subject.ts";
import { startEditing } from "./build-ui.ts";
import { commitEdit, commitNote, currentTree } from "./edit-subject.ts";
import { replace } from "./model/edit.ts";
import { shortName } from "./model/short-name.ts";
import { OtherRetinas } from "./other-retinas.tsx";
import { TreeContext } from "./tree/tree-context.ts";

/** The sign at a line of the tree whose part has no positions. */
export function MissingMark({ id }: { readonly id: NodeId }) {
  const missing = useContext(TreeContext).missing.get(id);
  if (!missing) return null;
  return (
    <span className="tree-missing fixed fine">
      <CircleAlert size={13} aria-hidden="true" />
      {missing.kind === "no-words" ? "no known word" : "not found"}
    </span>
  );
}

/** What stands in the way of a result, and the ways out of each. Nothing is left out without being told to. */
export function MissingList({ missing }: { readonly missing: readonly Missing[] }) {
  const { notes } = useSubjectTree();
  if (missing.length === 0) return null;
  return (
    <ul className="build-missing stack" aria-label="Parts without a fingerprint">
      {missing.map((each) => (
        <li key={each.id} data-skipped={notes.get(each.id)?.skip === true || undefined}>
          <div className="stack" role="status">
            <MissingItem missing={each} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function MissingItem({ missing }: { readonly missing: Missing }) {
  const retina = useRetina()?.name ?? "";
  const { notes, tree } = useSubjectTree();
  const node = tree && nodeWith(tree, missing.id);
  if (!node) return null;
  const name = shortName(node);
  const isSkipped = notes.get(missing.id)?.skip === true;
  return (
    <>
      <p>
        <Chip tone="error">{name}</Chip> {sentenceFor(missing, retina)}
      </p>
      {missing.kind === "unknown" && <UnknownTerm missing={missing} retina={retina} />}
      <div className="row gap-1 wrap">
        <Button size="small" tone="quiet" onPress={() => startEditing(node)}>
          Edit it
        </Button>
        <Button
          size="small"
          tone={isSkipped ? "quiet" : "plain"}
          onPress={() =>
            commitNote(
              missing.id,
              { skip: !isSkipped },
              isSkipped ? `Ask for ${name} again` : `Evaluate without ${name}`,
            )
          }
        >
          {isSkipped ? "Left out · ask again" : "Evaluate without it"}
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

function UnknownTerm({
  missing,
  retina,
}: {
  readonly missing: Extract<Missing, { kind: "unknown" }>;
  readonly retina: string;
}) {
  const { id, term, suggestions } = missing;
  const parts = missing.parts.filter((part) => !suggestions.includes(part));
  const leftOut = wordsBeside(term, parts);
  const change = (node: Parameters<typeof replace>[2]) => {
    const tree = currentTree();
    if (tree) commitEdit(replace(tree, id, node), { retina });
  };
  return (
    <div className="row gap-1 wrap">
      {suggestions.map((near) => (
        <Chip
          key={near}
          label={`Use ${near} instead`}
          onPress={() => change({ kind: "term", term: near })}
        >
          {near}
        </Chip>
      ))}
      {parts.length > 0 && (
        <Chip
          label={labelOfSplit(parts, leftOut)}
          onPress={() =>
            change(
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
      <Chip label="Treat it as text" onPress={() => change({ kind: "text", text: term })}>
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
