import { focusRow } from "../build-ui.ts";
import { commitNote } from "../edit-subject.ts";
import { nameOfRow } from "../model/line-name.ts";
import type { TreeRow } from "../model/tree-rows.ts";

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
