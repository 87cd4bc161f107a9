import { Component, type ReactNode } from "react";
import { useLocation } from "react-router";
import * as css from "../ui/layout.module.css";
import { ErrorScreen } from "./ErrorScreen.tsx";

interface ScreenBoundaryProps {
  /** Set on the boundary around the whole app: no layout is left there to hold the message. */
  outermost?: boolean;
  children: ReactNode;
}

/** Shows ErrorScreen in place of what threw, until the user retries or navigates away. */
export function ScreenBoundary(props: ScreenBoundaryProps) {
  const { key } = useLocation();
  return <Boundary {...props} place={key} />;
}

interface BoundaryProps extends ScreenBoundaryProps {
  place: string;
}

interface BoundaryState {
  place: string;
  /** The thrown value, wrapped in an object because any value can be thrown, even null. */
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
    const { outermost, children } = this.props;
    const { caught } = this.state;
    if (!caught) return children;
    const message = <ErrorScreen error={caught.error} onRetry={this.retry} />;
    return outermost ? (
      <main id="main" className={`${css.wrap} ${css.page}`} tabIndex={-1}>
        {message}
      </main>
    ) : (
      message
    );
  }
}
