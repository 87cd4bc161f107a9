import { messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { Carousel } from "./Carousel.tsx";
import { ContentCard } from "./ContentCard.tsx";
import { personalFeedQuery } from "./content.queries.ts";
import { PersonalFeedSkeleton } from "./PersonalFeedSkeleton.tsx";

/** The member home's carousel (spec section 2). */
export function PersonalFeed() {
  const headingId = useId();
  return (
    <section className="section">
      <div className="section-head">
        <div>
          <h2 className="h2" id={headingId}>
            Personalized Feed
          </h2>
          <p className="sub">Content based on your likes and interests</p>
        </div>
      </div>
      <Feed headingId={headingId} />
    </section>
  );
}

function Feed({ headingId }: { headingId: string }) {
  const { data, isFetching, refetch } = useQuery(personalFeedQuery);
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) return <PersonalFeedSkeleton shown={signShown} />;
  if (data === undefined)
    return <ErrorState title={messages.memberFeedFailed} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return <EmptyState title={messages.noContent} text="New pieces appear here after they are verified." />;
  }
  const slides = data.items.map((item) => ({ key: item.id, content: <ContentCard item={item} /> }));
  return <Carousel labelledBy={headingId} slides={slides} />;
}
