import type { Reference } from "../../../../core/expression/ast.ts";
import { entriesOf, labelOfEntry } from "../../../model/query-history.ts";
import { useAtlas } from "../../../state/atlas.ts";
import { filters } from "../../../state/filters/filter-store.ts";
import { pins } from "../../../state/pins.ts";
import { queryHistory } from "../../../state/query-history.ts";

interface ReferenceEditorProps {
  readonly leaf: Reference;
  readonly onChange: (leaf: Reference) => void;
  readonly onClose: () => void;
}

/** Chooses another saved fingerprint, history entry or region. */
export function ReferenceEditor({ leaf, onChange, onClose }: ReferenceEditorProps) {
  const options = useOptions(leaf);
  const now = leaf.kind === "history" ? String(leaf.entry) : leaf.name;
  const isKnown = options.some(({ value }) => value === now);
  return (
    <select
      className="build-box node-editor"
      aria-label={LABELS[leaf.kind]}
      // biome-ignore lint/a11y/noAutofocus: the person asked to edit it
      autoFocus
      value={now}
      onChange={({ target: { value } }) =>
        onChange(
          leaf.kind === "history" ? { ...leaf, entry: Number(value) } : { ...leaf, name: value },
        )
      }
      onBlur={onClose}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
    >
      {!isKnown && <option value={now}>{now} (not found)</option>}
      {options.map(({ value, title }) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

const LABELS: Readonly<Record<Reference["kind"], string>> = {
  saved: "Fingerprint of the shelf",
  filter: "Category filter",
  history: "Entry of the history",
  region: "Region of the map",
};

function useOptions({ kind }: Reference): { value: string; title: string }[] {
  const pinned = pins.use();
  const entries = queryHistory.use();
  const categories = filters.use();
  const atlas = useAtlas();
  if (kind === "history")
    return entriesOf(entries).map((entry) => ({
      value: String(entry.number),
      title: `#${entry.number} ${labelOfEntry(entry, 40)}`,
    }));
  const names = {
    region: (atlas?.regions ?? []).map(({ name }) => name),
    filter: categories.map(({ name }) => name),
    saved: pinned.map(({ label }) => label),
  }[kind];
  return [...new Set(names)].sort().map((name) => ({ value: name, title: name }));
}
