import { create } from "zustand";
import type { RetinaStamp } from "./fingerprint.ts";
import { navigate, useNavigation } from "./navigation.ts";
import type { WorkspaceFile } from "./workspace-file.ts";

/** A workspace file that is looked at, not worked on: its retina is not installed. */
export interface Visit extends WorkspaceFile {
  readonly name: string;
  readonly retina: RetinaStamp;
}

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
