import { screens } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ContentCards } from "../features/content/ContentCard.tsx";
import { savedQuery } from "../features/content/saving/saved.queries.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn } from "../lib/session/useSession.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { MoreList } from "../ui/MoreList.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { CardGridSkeleton } from "../ui/Skeleton.tsx";
import { EmptyState } from "../ui/State.tsx";
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
  const saved = useInfiniteQuery(savedQuery);
  return (
    <Loaded
      query={saved}
      waiting={<CardGridSkeleton count={3} />}
      failure="What you saved could not be loaded."
    >
      {(items) =>
        items.length === 0 && !saved.hasNextPage ? (
          <EmptyState
            title="Nothing saved yet"
            text="Use the bookmark on a post to save it here, on all your devices."
            action={<ButtonLink to={screens.library}>Go to the library</ButtonLink>}
          />
        ) : (
          <MoreList
            query={saved}
            count={items.length}
            target="h3 a"
            failure="More posts could not be loaded."
          >
            {(list) => <ContentCards items={items} list={list} label="Saved posts" />}
          </MoreList>
        )
      }
    </Loaded>
  );
}
