import type { ReactNode } from "react";
import { EmptyState, ErrorState } from "../../ui/State.tsx";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { type FeedItem, keyOf } from "./model/feed-item.ts";
import type { FeedList } from "./useFeeds.ts";

interface FeedStatesProps {
  list: FeedList<FeedItem>;
  failure: string;
  empty: string;
  skeleton: (shown: boolean) => ReactNode;
  /** The list, rendered when it has items. */
  children: ReactNode;
}

/**
 * Shows a list as loading, failed, empty or filled. A failed list is also empty, and the screen says both
 * (docs/rules.md#feeds-that-fail).
 */
export function FeedStates({ list, failure, empty, skeleton, children }: FeedStatesProps) {
  const signShown = useDelayedFlag(list.isLoading);
  if (list.isLoading || signShown) return skeleton(signShown);
  if (list.hasFailed) return <ErrorState title={failure} text={empty} onRetry={list.retry} />;
  if (list.items.length === 0) return <EmptyState title={empty} />;
  return children;
}

/**
 * Without JavaScript: the items that a press would show, as links to their own sites. The browser's React renders nothing
 * in a <noscript>, so its build leaves the list out.
 */
export const FurtherItems = ({ items }: { items: readonly FeedItem[] }) =>
  items.length > 0 && (
    <noscript>
      {import.meta.env.SSR && (
        <ul>
          {items.map((item) => (
            <li key={keyOf(item)}>
              {item.media_url ? <a href={item.media_url}>{item.title}</a> : item.title}
            </li>
          ))}
        </ul>
      )}
    </noscript>
  );
