import { type RefObject, useEffect, useRef, useState } from "react";

interface NearView {
  readonly ref: RefObject<HTMLLIElement | null>;
  readonly isNear: boolean;
  /** Says so at once, as for a pin that the keyboard reaches before it has scrolled into view. */
  readonly come: () => void;
}

/** More than the width of a window to both sides, so that scrolling and Tab find what is there drawn. */
const MARGIN = "0px 1600px";

/** Whether an item has come near what shows of its scrolling list, or is to be drawn in any case. Once near it stays so. */
export function useNearView(isAlwaysNear: boolean): NearView {
  const ref = useRef<HTMLLIElement>(null);
  const [hasCome, setCome] = useState(typeof IntersectionObserver === "undefined");
  const isNear = hasCome || isAlwaysNear;
  useEffect(() => {
    const element = ref.current;
    if (isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setCome(true),
      { root: element.parentElement, rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return { ref, isNear, come: () => setCome(true) };
}
