import { type ContentItem, messages } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useId } from "react";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { Coming } from "../../ui/Coming.tsx";
import * as kit from "../../ui/kit.module.css";
import { SectionHead } from "../../ui/PageHead.tsx";
import { FeedCardSkeletons } from "../../ui/Skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { ContentCard } from "./ContentCard.tsx";
import * as carouselCss from "./carousel.module.css";
import { personalFeedQuery } from "./content.queries.ts";

// Lazy: its library is a tenth of the first view. It loads beside the items.
const loadCarousel = () => import("./Carousel.tsx");
const Carousel = lazyNamed(loadCarousel, "Carousel");

interface PersonalFeedProps {
  /** Ids of items that another row begins with: here they come last. */
  last: readonly number[];
}

/** The member home's carousel (docs/evidence/spec-clauses.md#s2-member-home). */
export function PersonalFeed({ last }: PersonalFeedProps) {
  const headingId = useId();
  return (
    <section className={kit.section}>
      <SectionHead id={headingId} title="Personalized Feed" sub="Content based on your likes and interests" />
      <Feed headingId={headingId} last={last} />
    </section>
  );
}

function Feed({ headingId, last }: PersonalFeedProps & { headingId: string }) {
  // It may have failed already, while the page waited for what is above it.
  const { data, isFetching, refetch } = useQuery({ ...personalFeedQuery, retryOnMount: false });
  const isLoading = data === undefined && isFetching;
  const signShown = useDelayedFlag(isLoading);

  if (isLoading || signShown) return <PersonalFeedSkeleton shown={signShown} />;
  if (data === undefined)
    return <ErrorState title={messages.memberFeedFailed} onRetry={() => void refetch()} />;
  if (data.items.length === 0) {
    return <EmptyState title={messages.noContent} text="New posts appear here once they are verified." />;
  }
  const isLast = ({ id }: ContentItem) => last.includes(id);
  const items = [...data.items.filter((item) => !isLast(item)), ...data.items.filter(isLast)];
  const slides = items.map((item) => ({ key: item.id, content: <ContentCard item={item} isCompact /> }));
  return (
    <Suspense fallback={<PersonalFeedSkeleton shown />}>
      <Carousel labelledBy={headingId} slides={slides} />
    </Suspense>
  );
}

/**
 * As many cards as fit into view. Reserves their space from the start, so that nothing shifts when it appears or
 * disappears.
 */
export function PersonalFeedSkeleton({ shown }: { shown: boolean }) {
  useEffect(() => {
    // A failed load surfaces when the component renders.
    loadCarousel().catch(() => {});
  }, []);
  return (
    <Coming className={carouselCss.root} shown={shown}>
      <div className={carouselCss.view}>
        <div className={carouselCss.slides}>
          <FeedCardSkeletons count={4} />
        </div>
      </div>
      <div className={carouselCss.dots} />
    </Coming>
  );
}
