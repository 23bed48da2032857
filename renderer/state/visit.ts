import { create } from "zustand";
import type { Visit } from "../model/visit.ts";
import { navigate, useNavigation } from "./navigation.ts";

/** The view that shows it; it is in no rail. */
export const VISIT_VIEW = "visit";

interface Visiting {
  readonly now: Visit | null;
  /** Where the person was. */
  readonly from: string;
}

export const useVisit = create<Visiting>(() => ({ now: null, from: "" }));

export function visit(now: Visit): void {
  const { view } = useNavigation.getState();
  useVisit.setState(({ from }) => ({ now, from: view === VISIT_VIEW ? from : view }));
  navigate(VISIT_VIEW);
}

/** Back to the own work, which was never touched. */
export function leaveVisit(): void {
  const { from } = useVisit.getState();
  useVisit.setState({ now: null, from: "" });
  if (useNavigation.getState().view === VISIT_VIEW) navigate(from);
}
