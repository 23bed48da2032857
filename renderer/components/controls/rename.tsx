interface RenameProps {
  readonly label: string;
  readonly name: string;
  /** Enter, or leaving the box. */
  readonly onName: (name: string) => void;
  /** Escape, or a name that was not changed. */
  readonly onCancel: () => void;
}

/** A box in the place of a name. Nothing is changed unless another name was typed. */
export const Rename = ({ label, name, onName, onCancel }: RenameProps) => (
  <input
    className="rename"
    aria-label={label}
    dir="auto"
    defaultValue={name}
    // biome-ignore lint/a11y/noAutofocus: the person asked to rename
    autoFocus
    onFocus={({ currentTarget }) => currentTarget.select()}
    onBlur={({ currentTarget }) => {
      const typed = currentTarget.value.trim();
      if (typed === name) onCancel();
      else onName(typed);
    }}
    onKeyDown={(event) => {
      if (event.key === "Escape") event.currentTarget.value = name;
      if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
      event.stopPropagation();
    }}
  />
);
