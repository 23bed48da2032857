import { create } from "zustand";
import { isView } from "../../core/api/views.ts";
import type { Place } from "../model/subject.ts";

/** Scrolls to a panel, in a window where not all of them are in sight. */
export function showPanel(name: "lens" | "map" | "results"): void {
  // Newer browsers answer with a promise, which an effect would take for its end.
  globalThis.document?.querySelector(`[data-panel="${name}"]`)?.scrollIntoView();
}

interface Navigation {
  readonly view: string;
  readonly back: readonly Place[];
  readonly here: Place;
  readonly forward: readonly Place[];
  /** The person asked to be here, if only by asking for the view that was open already. */
  readonly isChosen: boolean;
}

const MOST_PLACES = 100;

const START: Place = { view: "explore" };

/** Where I looked; apart from undo, which is about what I made. */
export const useNavigation = create<Navigation>(() => ({
  view: START.view,
  back: [],
  here: START,
  forward: [],
  isChosen: false,
}));

/** Begins again at a view: where a workspace that was just opened was looked at. */
export function startAt(saved: string): void {
  const view = isView(saved) ? saved : START.view;
  useNavigation.setState({ view, here: { view }, back: [], forward: [], isChosen: false });
}

export function navigate(view: string, place: Omit<Place, "view"> = {}): void {
  const { here, back } = useNavigation.getState();
  const next = { view, ...place };
  if (JSON.stringify(next) === JSON.stringify(here)) {
    useNavigation.setState({ isChosen: true });
    return;
  }
  useNavigation.setState({
    view,
    here: next,
    back: [...back, here].slice(-MOST_PLACES),
    forward: [],
    isChosen: true,
  });
}

/** Steps along the trail; the caller shows the place that is returned. Null at the end of the trail. */
export function step(direction: "back" | "forward"): Place | null {
  const { here, back, forward } = useNavigation.getState();
  const next = direction === "back" ? back.at(-1) : forward[0];
  if (!next) return null;
  useNavigation.setState(
    direction === "back"
      ? { view: next.view, here: next, back: back.slice(0, -1), forward: [here, ...forward] }
      : { view: next.view, here: next, back: [...back, here], forward: forward.slice(1) },
  );
  return next;
}

/** Notes what is looked at here now, so that coming back finds it again. */
export function markPlace(seen: Omit<Place, "view">): void {
  const { here } = useNavigation.getState();
  if (seen.subject === undefined) return;
  const next = { view: here.view, ...seen };
  if (JSON.stringify(next) !== JSON.stringify(here)) useNavigation.setState({ here: next });
}
