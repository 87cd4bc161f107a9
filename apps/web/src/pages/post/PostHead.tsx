import { type ContentDetail, screens } from "@cairn/contract";
import { ChevronRight, MessageSquare, ThumbsUp } from "lucide-react";
import { Link } from "react-router";
import { lengthOf } from "../../features/content/item-length.ts";
import { VerificationLine } from "../../features/reviews/VerificationLine.tsx";
import { formatDay } from "../../lib/time/dates.ts";
import { Byline } from "../../ui/Byline.tsx";
import { ShareButton } from "./ShareButton.tsx";

export function PostHead({ item }: { item: ContentDetail }) {
  const { title, category_name, author_name, likes, comments } = item;
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
          <span>
            <ThumbsUp size={16} />
            {likes}
            <span className="sr-only">{likes === 1 ? " like" : " likes"}</span>
          </span>
          <span>
            <MessageSquare size={16} />
            {comments}
            <span className="sr-only">{comments === 1 ? " comment" : " comments"}</span>
          </span>
          <ShareButton title={title} />
        </div>
      </div>
    </header>
  );
}
