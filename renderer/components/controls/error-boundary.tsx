import { Component, type ReactNode } from "react";

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
