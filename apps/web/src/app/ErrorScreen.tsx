import { screens } from "@cairn/contract";
import { isLoadError } from "../lib/load-errors.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ScreenMessage } from "../shells/ScreenMessage.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";

interface ErrorScreenProps {
  error: unknown;
  onRetry: () => void;
}

/** In place of a screen that broke, inside whatever of the page still stands. */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  return (
    <div role="alert">{isLoadError(error) ? <NotLoaded /> : <Broken error={error} onRetry={onRetry} />}</div>
  );
}

/** A chunk that is not there: after a deploy the old ones are gone, and only a fresh page knows the new ones. */
function NotLoaded() {
  return (
    <ScreenMessage
      spot="fallen"
      title="This page could not be loaded"
      text="Cairn may have a new version since you opened it, or the connection was lost."
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
        Go to the start
      </ButtonLink>
    </ScreenMessage>
  );
}

/** By its shape: the class of the API's errors comes with the API, which the public screens do without. */
function requestIdOf(error: unknown) {
  const id = error instanceof Error && "requestId" in error ? error.requestId : undefined;
  return typeof id === "string" ? id : undefined;
}
