import { screens } from "@cairn/contract";
import { isLoadError } from "../lib/load-errors.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";

interface ErrorScreenProps {
  error: unknown;
  onRetry: () => void;
}

/** In place of a screen that broke, inside whatever of the page still stands. */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  return isLoadError(error) ? <NotLoaded /> : <Broken error={error} onRetry={onRetry} />;
}

/** A chunk that is not there: after a deploy the old ones are gone, and only a fresh page knows the new ones. */
function NotLoaded() {
  return (
    <section className="wrap page grid justify-items-start gap-4" role="alert">
      <PageTitle title="Page not loaded" hidden />
      <h1 className="h1">This page could not be loaded</h1>
      <p className="sub">Cairn may have a new version since you opened it, or the connection was lost.</p>
      <Button kind="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </section>
  );
}

function Broken({ error, onRetry }: ErrorScreenProps) {
  const requestId = requestIdOf(error);
  return (
    <section className="wrap page grid justify-items-start gap-4" role="alert">
      <PageTitle title="Something went wrong" hidden />
      <h1 className="h1">Something went wrong</h1>
      <p className="sub">This screen stopped working. Trying again often helps.</p>
      {requestId && <p className="muted">Request {requestId}</p>}
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" onClick={onRetry}>
          Try again
        </Button>
        <ButtonLink kind="ghost" to={screens.landing}>
          Go to the start
        </ButtonLink>
      </div>
    </section>
  );
}

/** By its shape: the class of the API's errors comes with the API, which the public screens do without. */
function requestIdOf(error: unknown) {
  const id = error instanceof Error && "requestId" in error ? error.requestId : undefined;
  return typeof id === "string" ? id : undefined;
}
