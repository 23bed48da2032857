interface TermLinkProps {
  readonly term: string;
  readonly title?: string;
  /** As a line of a list, in place of a word among others. */
  readonly isLine?: boolean;
  /** The term under the pointer or the keyboard; null for none. */
  readonly onHover: (term: string | null) => void;
  readonly onOpen: (term: string) => void;
}

/** A term that leads to itself. */
export function TermLink({ term, title, isLine = false, onHover, onOpen }: TermLinkProps) {
  const light = () => onHover(term);
  const end = () => onHover(null);
  return (
    <button
      type="button"
      className={isLine ? "clip pick" : "press link clip"}
      dir="auto"
      title={title}
      onClick={() => onOpen(term)}
      onPointerEnter={light}
      onPointerLeave={end}
      onFocus={light}
      onBlur={end}
    >
      {term}
    </button>
  );
}
