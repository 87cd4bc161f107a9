import { screens } from "@cairn/contract";
import { isLoadError } from "../lib/load-errors.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ScreenMessage } from "../shells/ScreenMessage.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";

interface ErrorScreenProps {
  error: unknown;
  onRetry: () => void;
}

/** Replaces a screen that threw, inside the layout that still works. */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
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
      text="Cairn may have been updated, or your connection was lost. Reload the page."
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
