import { type FeedItem, keyOf } from "./model/feed-item.ts";

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
