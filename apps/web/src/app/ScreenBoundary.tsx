import { screens } from "@cairn/contract";
import { Component, type ReactNode } from "react";
import { useLocation } from "react-router";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ScreenMessage } from "../shells/ScreenMessage.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import * as kit from "../ui/kit.module.css";
import * as css from "./screen-boundary.module.css";

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
      <main id="main" className={`${kit.wrap} ${css.main}`} tabIndex={-1}>
        {message}
      </main>
    ) : (
      message
    );
  }
}

interface ErrorScreenProps {
  error: unknown;
  onRetry: () => void;
}

/** Replaces a screen that threw, inside the layout that still works. */
function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  return (
    <div role="alert">{isLoadError(error) ? <NotLoaded /> : <Broken error={error} onRetry={onRetry} />}</div>
  );
}

/** A missing chunk: a deploy removes the old chunks, and only a reloaded page knows the new ones. */
function NotLoaded() {
  return (
    <ScreenMessage
      spot="fallen"
      title="This page could not be loaded"
      text="The site may have been updated, or your connection was lost. Reload the page."
    >
      <PageTitle title="Page not loaded" hidden />
      <Button kind="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </ScreenMessage>
  );
}

function Broken({ error, onRetry }: ErrorScreenProps) {
  const requestId = requestIdOf(error);
  return (
    <ScreenMessage
      spot="fallen"
      note={requestId && `Request ${requestId}`}
      title="Something went wrong"
      text="This screen stopped working. Trying again often helps."
    >
      <PageTitle title="Something went wrong" hidden />
      <Button kind="primary" onClick={onRetry}>
        Try again
      </Button>
      <ButtonLink kind="ghost" to={screens.landing}>
        Go to the home page
      </ButtonLink>
    </ScreenMessage>
  );
}

/** Checks the shape, not the class: importing ApiError would pull the API client into the public screens. */
function requestIdOf(error: unknown) {
  const id = error instanceof Error && "requestId" in error ? error.requestId : undefined;
  return typeof id === "string" ? id : undefined;
}

/** Errors of chunks that failed to load. Each browser words them differently, so Vite's event identifies them. */
const loadErrors = new WeakSet<object>();

export function watchLoadErrors() {
  window.addEventListener("vite:preloadError", ({ payload }) => loadErrors.add(payload));
}

const isLoadError = (error: unknown) => typeof error === "object" && error !== null && loadErrors.has(error);
