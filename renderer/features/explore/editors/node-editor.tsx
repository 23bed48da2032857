import { type Leaf, withSparsity } from "../../../../core/expression/ast.ts";
import type { Draft } from "../../../../core/expression/draft.ts";
import { TermInput } from "../../../components/terms/term-input.tsx";
import { useRetina } from "../../../state/retina.ts";
import { rememberTerm } from "../../../state/settings.ts";
import { useCompletions } from "../../../state/use-completions.ts";
import { focusRow } from "../build-ui.ts";
import { commitEdit, commitNote } from "../edit-subject.ts";
import { replace } from "../model/edit.ts";
import { nameOfRow } from "../model/short-name.ts";
import type { TreeRow } from "../model/tree-rows.ts";
import { TextEditor } from "./text-editor.tsx";

interface NodeEditorProps {
  readonly row: TreeRow;
  readonly tree: Draft;
}

/** The editor that suits the kind of leaf. */
export function NodeEditor({ row, tree }: NodeEditorProps) {
  const { id, node } = row;
  const retina = useRetina()?.name ?? "";
  const complete = useCompletions(retina);
  const close = () => focusRow(id);
  const write = (leaf: Leaf, gesture?: string) =>
    commitEdit(replace(tree, id, withSparsity(leaf, node.sparsity)), {
      retina,
      keepsFocus: gesture !== undefined,
      ...(gesture === undefined ? {} : { gesture }),
    });
  const setTerm = (term: string) => {
    if (node.kind === "term" && node.term === term) close();
    else {
      rememberTerm(term);
      write({ kind: "term", term });
    }
  };
  switch (node.kind) {
    case "term":
      return (
        <CloseOnEscape onClose={close} onLeave={setTerm}>
          <TermInput
            label="Term"
            initial={node.term}
            autoFocus
            keepsText
            complete={complete}
            onTerm={setTerm}
            onText={(text) => write({ kind: "text", text })}
          />
        </CloseOnEscape>
      );
    case "text":
      return (
        <TextEditor
          text={node.text}
          onChange={(text) => write({ kind: "text", text }, `text at ${id}`)}
          onClose={close}
        />
      );
    default:
      return null;
  }
}

interface CloseOnEscapeProps {
  readonly onClose: () => void;
  /** What was typed when the focus went elsewhere: typing is never thrown away. */
  readonly onLeave: (typed: string) => void;
  readonly children: React.ReactNode;
}

function CloseOnEscape({ onClose, onLeave, children }: CloseOnEscapeProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the box inside
    <div
      className="stack gap-1 grow"
      onKeyDownCapture={(event) => {
        if (event.key !== "Escape") return;
        if (event.currentTarget.querySelector("[data-open]")) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onBlur={(event) => {
        const isInside = event.currentTarget.contains(event.relatedTarget);
        if (isInside || !(event.target instanceof HTMLInputElement)) return;
        const typed = event.target.value.trim();
        if (typed === "") onClose();
        else onLeave(typed);
      }}
    >
      {children}
    </div>
  );
}

/** The person's own name for a part; an empty one takes it away. */
export function NodeLabelInput({ row }: { readonly row: TreeRow }) {
  const { id, note } = row;
  const finish = (name: string) => {
    const label = name.trim();
    if (label !== (note.label ?? ""))
      commitNote(
        id,
        { label: label === "" ? undefined : label } as { label?: string },
        label === "" ? `Remove the name of ${nameOfRow(row)}` : `Name ${label}`,
      );
    focusRow(id);
  };
  return (
    <input
      className="grow"
      aria-label="Name of this part"
      defaultValue={note.label ?? ""}
      placeholder={nameOfRow(row)}
      // biome-ignore lint/a11y/noAutofocus: the person asked to name it
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") {
          event.currentTarget.value = note.label ?? "";
          event.currentTarget.blur();
        }
        event.stopPropagation();
      }}
    />
  );
}
