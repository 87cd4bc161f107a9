import { type ContentDetail, screens } from "@cairn/contract";
import { ChevronRight, MessageSquare } from "lucide-react";
import { Link } from "react-router";
import { useComments } from "../../features/comments/comments.queries.ts";
import type { Reader } from "../../features/comments/reader.ts";
import { useItemCache } from "../../features/content/content.queries.ts";
import { lengthOf } from "../../features/content/item-length.ts";
import { LikeButton, LikeLink } from "../../features/likes/LikeButton.tsx";
import { ReportButton } from "../../features/reports/ReportButton.tsx";
import { VerificationLine } from "../../features/reviews/VerificationLine.tsx";
import { formatDay } from "../../lib/time/dates.ts";
import { Byline } from "../../ui/Byline.tsx";
import { ShareButton } from "./ShareButton.tsx";

interface PostHeadProps {
  item: ContentDetail;
  /** Null for a visitor. */
  reader: Reader | null;
}

export function PostHead({ item, reader }: PostHeadProps) {
  const isOpen = item.status === "Published";
  const { title, category_name, author_name } = item;
  // The list knows the number as it is now; the item as it was when it was loaded.
  const comments = useComments(item.id).data?.pages[0]?.total ?? item.comments;
  const written = item.published_at ?? item.created_at;
  const length = lengthOf(item);
  return (
    <header className="post-head">
      <nav aria-label="Breadcrumb">
        <ol className="post-trail">
          <li>
            <Link to={screens.category}>Category</Link>
            <ChevronRight size={14} />
          </li>
          <li>{category_name}</li>
        </ol>
      </nav>
      <h1>{title}</h1>
      <VerificationLine item={item} />
      <div className="post-by">
        <Byline
          name={author_name}
          size={42}
          note={
            <>
              <time dateTime={written}>{formatDay(written)}</time>
              {length && ` · ${length}`}
            </>
          }
        />
        <div className="post-figures">
          {isOpen && <Like item={item} isVisitor={reader === null} />}
          <span>
            <MessageSquare size={16} />
            {comments}
            <span className="sr-only">{comments === 1 ? " comment" : " comments"}</span>
          </span>
          <ShareButton title={title} />
          {isOpen && reader !== null && reader.id !== item.author_id && (
            <ReportButton contentId={item.id} title={title} />
          )}
        </div>
      </div>
    </header>
  );
}

interface LikeProps {
  item: ContentDetail;
  isVisitor: boolean;
}

function Like({ item: { id, likes, liked = false }, isVisitor }: LikeProps) {
  const { update, refresh } = useItemCache(id);
  if (isVisitor) return <LikeLink likes={likes} />;
  return (
    <LikeButton contentId={id} likes={likes} liked={liked} onSaved={update} onFailed={() => void refresh()} />
  );
}
