import { type ContentItem, postPath, screens } from "@cairn/contract";
import { Heart, MessageSquare } from "lucide-react";
import { Link } from "react-router";
import { formatDay } from "../../../lib/time/dates.ts";
import { StatusBadge } from "../../../ui/Badge.tsx";
import * as cardCss from "../../../ui/card.module.css";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import { VerifiedMark } from "../../../ui/VerifiedMark.tsx";
import { texts } from "../writing-texts.ts";
import * as css from "./recent-posts.module.css";

const shown = 5;

/** The newest of a writer's own items. */
export function RecentPosts({ items }: { items: readonly ContentItem[] }) {
  return (
    <section className={`${cardCss.root} ${partsCss.top5} ${css.root}`} aria-labelledby="recent-posts">
      <div className={`${layoutCss.row} ${layoutCss.gap3} ${css.head}`}>
        <h2 className={partsCss.heading} id="recent-posts">
          Recent posts
        </h2>
        <Link className={`${layoutCss.link} ${layoutCss.small} ${css.all}`} to={screens.content}>
          My Content
        </Link>
      </div>
      {items.length === 0 ? (
        <p className={`${layoutCss.muted} ${layoutCss.small} ${css.none}`}>{texts.noContent}</p>
      ) : (
        <ul className={`${layoutCss.small} ${partsCss.lined}`}>
          {items.slice(0, shown).map((item) => (
            <li key={item.id}>
              <TypeTile type={item.content_type} />
              <span>
                <Link className={`${partsCss.hoverLink} ${css.title}`} to={postPath(item.id)}>
                  {item.title}
                </Link>
                <small className={partsCss.note}>{formatDay(item.created_at)}</small>
              </span>
              <span className={`${partsCss.note} ${layoutCss.num} ${css.counts}`}>
                <span className={partsCss.iconed}>
                  <Heart size={15} />
                  {item.likes}
                  <span className={layoutCss.srOnly}> likes</span>
                </span>
                <span className={partsCss.iconed}>
                  <MessageSquare size={15} />
                  {item.comments}
                  <span className={layoutCss.srOnly}> comments</span>
                </span>
              </span>
              <span className={css.end}>
                {item.status === "Published" ? (
                  <VerifiedMark form="pill" standing={item.standing} />
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
