import { useState } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { GalleryRow, GallerySection } from "./GallerySection.tsx";
import * as css from "./gallery.module.css";

export function GalleryStates() {
  const [loading, setLoading] = useState(false);
  const shown = useDelayedFlag(loading);
  return (
    <GallerySection title="States">
      <Alert kind="info">New content is checked before it appears.</Alert>
      <Alert kind="success">Profile updated successfully</Alert>
      <Alert kind="warn" title="Showing sample content">
        Failed to load categories or posts. Error: Network Error
      </Alert>
      <Alert kind="danger">Please log in to access this page</Alert>
      <div className={css.states}>
        <EmptyState title="No content available" text="New posts appear here once they are verified." />
        <EmptyState
          spot="search"
          title="No matching posts found."
          text="Try a shorter word, or clear the search."
          action={<Button size="sm">Clear search</Button>}
        />
        <EmptyState spot="done" title="No flagged content found." text="Nothing to fix. Good work." />
        <ErrorState title="Failed to load feed. Please try again." onRetry={() => setLoading(true)} />
        <ErrorState
          spot="locked"
          title="Session expired. Please log in again."
          action={
            <Button kind="primary" size="sm">
              Log In
            </Button>
          }
        />
      </div>
      <LoadingLine text="Loading comments..." />
      <Skeleton className={css.longBar} />
      <Skeleton className={css.shortBar} />
      <GalleryRow>
        <Button size="sm" onClick={() => setLoading(!loading)}>
          {loading ? "Finish" : "Load something"}
        </Button>
        {shown && <LoadingLine text="Loading..." />}
      </GalleryRow>
    </GallerySection>
  );
}
