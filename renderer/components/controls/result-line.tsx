import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import "./result-line.css";

interface ResultLineProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
}

/** The most important of the results in one line, in windows where they are behind a tab; a press opens them. */
export function ResultLine({ children, onPress }: ResultLineProps) {
  const line = useRef<HTMLButtonElement>(null);
  const shown = useRef("");
  useEffect(() => {
    const text = line.current?.textContent ?? "";
    if (text === shown.current) return;
    shown.current = text;
    // The page is measured once a frame, not in the middle of a change.
    requestAnimationFrame(() => keepInSight(line.current));
  });
  return (
    <button type="button" className="result-line" ref={line} onClick={onPress}>
      <span className="figures clip">{children}</span>
      <ChevronRight size={14} aria-hidden="true" />
    </button>
  );
}

/** With a new result the parts above the box in which one types grow, and push it under the line. */
function keepInSight(line: HTMLElement | null): void {
  const focused = document.activeElement;
  const isTyping = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  if (isTyping && line?.closest(".lens")?.contains(focused))
    focused.scrollIntoView({ block: "nearest" });
}
