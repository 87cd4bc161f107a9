import { type ContentItem, postPath, screens } from "@cairn/contract";
import { Heart, MessageSquare } from "lucide-react";
import { Link } from "react-router";
import { formatDay } from "../../../lib/time/dates.ts";
import "../../../ui/card.css";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import { VerifiedMark } from "../../../ui/VerifiedMark.tsx";
import { texts } from "../writing-texts.ts";
import "./recent-posts.css";

const shown = 5;

/** The newest of a writer's own items. */
export function RecentPosts({ items }: { items: readonly ContentItem[] }) {
  return (
    <section className="card recent-posts" aria-labelledby="recent-posts">
      <div className="recent-posts-head">
        <h2 id="recent-posts">Recent posts</h2>
        <Link className="link" to={screens.content}>
          My Content
        </Link>
      </div>
      {items.length === 0 ? (
        <p className="recent-posts-none">{texts.noContent}</p>
      ) : (
        <ul>
          {items.slice(0, shown).map((item) => (
            <li key={item.id}>
              <TypeTile type={item.content_type} />
              <span>
                <Link to={postPath(item.id)}>{item.title}</Link>
                <small>{formatDay(item.created_at)}</small>
              </span>
              <span className="recent-posts-counts">
                <span>
                  <Heart size={15} />
                  {item.likes}
                  <span className="sr-only"> likes</span>
                </span>
                <span>
                  <MessageSquare size={15} />
                  {item.comments}
                  <span className="sr-only"> comments</span>
                </span>
              </span>
              <span className="recent-posts-end">
                {item.status === "Published" ? (
                  <VerifiedMark form="pill" />
                ) : (
                  <StatusBadge status={item.status} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
