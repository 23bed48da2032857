import "./overlap-bar.css";

interface OverlapBarProps {
  /** 0..1 */
  readonly share: number;
  readonly colour?: string;
  /** Where a line is drawn across it, 0..1, such as what chance gives. */
  readonly mark?: number;
}

/** A share as a bar; the number stands beside it, so the bar is for the eye only. */
export function OverlapBar({ share, colour = "var(--first)", mark }: OverlapBarProps) {
  const width = percent(share);
  return (
    <span className="overlap-bar" aria-hidden="true">
      <span style={{ width, background: colour }} />
      {mark !== undefined && <i className="overlap-mark" style={{ left: percent(mark) }} />}
    </span>
  );
}

const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100))}%`;
