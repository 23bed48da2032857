import "./overlap-bar.css";

interface OverlapBarProps {
  /** 0..1 */
  readonly share: number;
  readonly colour?: string;
}

/** A share as a bar; the number stands beside it, so the bar is for the eye only. */
export function OverlapBar({ share, colour = "var(--first)" }: OverlapBarProps) {
  const width = `${Math.min(100, Math.max(0, share * 100))}%`;
  return (
    <span className="overlap-bar" aria-hidden="true">
      <span style={{ width, background: colour }} />
    </span>
  );
}
