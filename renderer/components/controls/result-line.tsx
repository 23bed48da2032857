import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import "./result-line.css";

interface ResultLineProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
}

/** The most important of the results in one line, in windows where they are behind a tab; a press opens them. */
export function ResultLine({ children, onPress }: ResultLineProps) {
  return (
    <button type="button" className="result-line" onClick={onPress}>
      <span className="figures">{children}</span>
      <ChevronRight size={14} aria-hidden="true" />
    </button>
  );
}
