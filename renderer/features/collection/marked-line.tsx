interface MarkedPartsProps {
  readonly parts: readonly { readonly text: string; readonly isHit: boolean }[];
}

/** A text whose hits are marked, for eyes and for screen readers. */
export function MarkedParts({ parts }: MarkedPartsProps) {
  return (
    <span className="marked-parts" dir="auto">
      {parts.map(({ text, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
        isHit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </span>
  );
}
