import { screens } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ContentCards } from "../features/content/ContentCard.tsx";
import { savedQuery } from "../features/content/saving/saved.queries.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn } from "../lib/session/useSession.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import * as kit from "../ui/kit.module.css";
import { PageHead } from "../ui/PageHead.tsx";
import { CardGridSkeleton } from "../ui/Skeleton.tsx";
import { EmptyState, ErrorState } from "../ui/State.tsx";
import { useDelayedFlag } from "../ui/useDelayedFlag.ts";
import { useLoadMore } from "../ui/useLoadMore.ts";
import { LoginWanted } from "./profile/LoginWanted.tsx";

/** What the member saved for later (docs/rules.md#reading-places). */
export function SavedPage() {
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <PageTitle title="Saved" hidden />
      <PageHead title="Saved" sub="Posts you saved for later, newest first." />
      {isSignedIn ? <Saved /> : <LoginWanted text="Please log in to see what you saved." />}
    </>
  );
}

function Saved() {
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(savedQuery);
  const signShown = useDelayedFlag(isPending);
  const items = data ?? [];
  const { list, button } = useLoadMore(items.length, { isFetchingNextPage, fetchNextPage }, "h3 a");
  if (isPending) return signShown ? <CardGridSkeleton count={3} /> : null;
  if (!data) return <ErrorState title="What you saved could not be loaded." onRetry={() => void refetch()} />;
  if (items.length === 0 && !hasNextPage) {
    return (
      <EmptyState
        title="Nothing saved yet"
        text="Use the bookmark on a post to save it here, on all your devices."
        action={<ButtonLink to={screens.library}>Go to the library</ButtonLink>}
      />
    );
  }
  return (
    <>
      <ContentCards items={items} list={list} label="Saved posts" />
      {hasNextPage && (
        <div className={kit.listEnd}>
          <Button {...button} />
        </div>
      )}
    </>
  );
}
