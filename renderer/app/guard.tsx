import { Component, type ReactNode, useMemo, useState } from "react";
import { queryClient } from "../api/query-client.ts";
import { Button } from "../components/controls/button.tsx";
import { Dialog } from "../components/controls/dialog.tsx";
import { Failure } from "../components/controls/states.tsx";
import { download } from "../components/files/download.ts";
import { packWorkspace } from "../model/workspace-file.ts";
import { undoStep } from "../state/edits.ts";
import { savedWorkspace, useWorkspace } from "../state/workspace.ts";
import { closeOverlay } from "./overlays.ts";

interface BoundaryProps {
  readonly children: ReactNode;
  /** Once this is another, the children are tried again. */
  readonly resetOn: unknown;
  readonly fallback: (error: unknown, onRetry: () => void) => ReactNode;
}

interface BoundaryState {
  /** In a list, as anything can be thrown; empty for nothing. */
  readonly caught: readonly unknown[];
  readonly resetOn: unknown;
}

/** Shows something else in place of a part of the page that cannot be shown. Without it React takes away the whole page. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: [], resetOn: this.props.resetOn };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: [error] };
  }

  static getDerivedStateFromProps(
    { resetOn }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return Object.is(resetOn, state.resetOn) ? null : { caught: [], resetOn };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    const { children, fallback } = this.props;
    return caught.length === 0
      ? children
      : fallback(caught[0], () => this.setState({ caught: [] }));
  }
}

interface GuardProps {
  /** Completes “… cannot be shown.” */
  readonly part: string;
  readonly shape?: "pane" | "map" | "dialog";
  readonly children: ReactNode;
}

/** One part of the window. What cannot be shown leaves the other parts as they are. */
export function Guard({ part, shape = "pane", children }: GuardProps) {
  return (
    <ErrorBoundary
      resetOn={useWorkspace(({ revision }) => revision)}
      fallback={(error, onRetry) => {
        const trouble = <Trouble part={part} error={error} onRetry={onRetry} />;
        if (shape === "dialog") return <TroubleDialog>{trouble}</TroubleDialog>;
        return (
          <section className={`guard ${shape === "map" ? "map-panel" : ""}`}>{trouble}</section>
        );
      }}
    >
      {children}
    </ErrorBoundary>
  );
}

/** The whole window, where not even its parts can be told apart. */
export function WindowGuard({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary
      resetOn={useWorkspace(({ revision }) => revision)}
      fallback={(error, onRetry) => (
        <main className="guard-window stack gap-4 at-top scroll">
          <h1>Semascope</h1>
          <Trouble part="The window" error={error} onRetry={onRetry} />
        </main>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

interface TroubleProps {
  readonly part: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Says that a part cannot be shown, and the ways on. */
function Trouble({ part, error, onRetry }: TroubleProps) {
  const last = useWorkspace(({ past }) => past.at(-1)?.label);
  const words = useMemo(
    () =>
      new Error(
        `${part} cannot be shown because of an error. Your work is kept.${last === undefined ? "" : ` The last step was “${last}”.`}`,
        { cause: error },
      ),
    [part, error, last],
  );
  const retry = () => {
    // An answer that cannot be shown would be shown again.
    void queryClient.resetQueries();
    onRetry();
  };
  return (
    <Failure error={words} onRetry={retry}>
      <Button size="small" isDisabled={last === undefined} onPress={undoStep}>
        Undo the last step
      </Button>
      <Button size="small" onPress={saveMyWork}>
        Save my work
      </Button>
    </Failure>
  );
}

/** The workspace as it is, whatever it contains. */
function saveMyWork(): void {
  const now = new Date();
  const name = `semascope ${now.toISOString().slice(0, 10)}.json`;
  download(name, packWorkspace(savedWorkspace(), null, now), "application/json");
}

/** A dialog that was closed stays so until something changes, as it would come again at once. */
function TroubleDialog({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    closeOverlay();
  };
  return (
    <Dialog title="This cannot be shown" width="narrow" isOpen={isOpen} onClose={close}>
      {children}
    </Dialog>
  );
}
