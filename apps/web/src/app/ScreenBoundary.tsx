import { Component, type ReactNode } from "react";
import { useLocation } from "react-router";
import { ErrorScreen } from "./ErrorScreen.tsx";

/** Shows ErrorScreen in place of what broke, until it is tried again or the reader goes elsewhere. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}

interface BoundaryProps {
  place: string;
  children: ReactNode;
}

interface BoundaryState {
  place: string;
  /** What was thrown, in a box: anything can be thrown. */
  caught: { error: unknown } | null;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, caught: null };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, caught: null };
  }

  retry = () => this.setState({ caught: null });

  override render() {
    const { caught } = this.state;
    return caught ? <ErrorScreen error={caught.error} onRetry={this.retry} /> : this.props.children;
  }
}
