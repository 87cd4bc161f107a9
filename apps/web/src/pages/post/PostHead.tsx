import { authorPath, type ContentDetail, categoryPath, screens, seriesPath } from "@cairn/contract";
import { ChevronRight, MessageSquare, Share2 } from "lucide-react";
import { Suspense } from "react";
import { Link } from "react-router";
import type { Reader } from "../../features/comments/comment-list.ts";
import { useComments } from "../../features/comments/comments.queries.ts";
import { useItemCache } from "../../features/content/content.queries.ts";
import { lengthOf } from "../../features/content/item-length.ts";
import { SaveSpot } from "../../features/content/saving/SaveSpot.tsx";
import { LikeButton, LikeLink } from "../../features/likes/LikeButton.tsx";
import { ReportButton } from "../../features/reports/ReportButton.tsx";
import { VerificationLine } from "../../features/reviews/VerificationLine.tsx";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import { formatDay } from "../../lib/time/dates.ts";
import { useZone } from "../../lib/time/useZone.ts";
import { Byline } from "../../ui/Avatar.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { Row } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { TitleText } from "../../ui/TitleText.tsx";
import { toast } from "../../ui/toast-store.ts";
import * as postCss from "./post.module.css";
import { FoldedContents } from "./TextContents.tsx";

// Lazy: for authors and reviewers alone, in a place that is kept for it.
const PostTools = lazyNamed(() => import("./PostTools.tsx"), "PostTools");

interface PostHeadProps {
  item: ContentDetail;
  /** Null for a visitor. */
  reader: Reader | null;
}

export function PostHead({ item, reader }: PostHeadProps) {
  const isOpen = item.status === "Published";
  const { title, category_name, author_name } = item;
  // The comment list has the current total; the item has the number from when it was loaded.
  const comments = useComments(item.id).data?.pages[0]?.total ?? item.comments;
  const written = item.published_at ?? item.created_at;
  const length = lengthOf(item);
  const zone = useZone();
  const role = useSession()?.role;
  return (
    <header>
      <Row between top gap={3} className={`${kit.small} ${postCss.top}`}>
        <nav aria-label="Breadcrumb">
          <Row as="ol" wrap className={kit.muted}>
            <Row as="li">
              <Link className={kit.hoverLink} to={screens.library}>
                Library
              </Link>
              <ChevronRight size={14} />
            </Row>
            <Row as="li">
              <Link className={kit.hoverLink} to={categoryPath(category_name)}>
                {category_name}
              </Link>
            </Row>
          </Row>
        </nav>
        <FoldedContents html={item.body_html} />
      </Row>
      <h1 className={`${kit.display} ${postCss.title}`} lang={item.language} dir={item.dir}>
        <TitleText>{title}</TitleText>
      </h1>
      {item.series && (
        <Text kind="soft" above={2}>
          Part {item.series.position} of {item.series.of} in{" "}
          <Link className={kit.link} to={seriesPath(item.series.id)}>
            <TitleText>{item.series.title}</TitleText>
          </Link>
        </Text>
      )}
      <VerificationLine item={item} />
      <div className={`${kit.cluster} ${postCss.by}`}>
        <Byline
          name={author_name}
          photo={item.author_avatar_url}
          to={isOpen ? authorPath(item.author_id) : undefined}
          size={44}
          note={
            <>
              {item.content_type} · <time dateTime={written}>{formatDay(written, zone)}</time>
              {length && <span className={postCss.length}> · {length}</span>}
            </>
          }
        />
        <div className={`${kit.row} ${kit.num} ${postCss.figures}`}>
          {isOpen && <Like item={item} isVisitor={reader === null} />}
          <a className={kit.iconed} href="#comments-heading">
            <MessageSquare size={16} />
            {comments}
            <span className={kit.srOnly}>{comments === 1 ? " comment" : " comments"}</span>
          </a>
          {isOpen && <SaveSpot id={item.id} title={title} />}
        </div>
        <div className={cx(kit.row, postCss.own, role === "Admin" && postCss.ofAdmin)}>
          {reader && (
            <Suspense>
              <PostTools item={item} isOwn={reader.id === item.author_id} />
            </Suspense>
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
  if (isVisitor) return <LikeLink className={postCss.figure} contentId={id} likes={likes} />;
  return (
    <LikeButton
      className={postCss.figure}
      contentId={id}
      likes={likes}
      liked={liked}
      onSaved={update}
      onFailed={() => void refresh()}
    />
  );
}

/** Below the text: share and, for members other than the author, report. */
export function PostFoot({ item: { id, title, status, author_id }, reader }: PostHeadProps) {
  return (
    <Row above={6} className={postCss.foot}>
      <ShareButton title={title} />
      {status === "Published" && reader !== null && reader.id !== author_id && (
        <ReportButton
          className={postCss.figure}
          what="post"
          id={id}
          label="Report this post"
          about={`“${title}”`}
        />
      )}
    </Row>
  );
}

/** Opens the share sheet where the browser has one; copies the link elsewhere. */
function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = window.location.origin + window.location.pathname;
    const isTouched = window.matchMedia("(pointer: coarse)").matches;
    if (isTouched && typeof navigator.share === "function") return sendTo({ title, url });
    try {
      await navigator.clipboard.writeText(url);
      toast("Link copied");
    } catch {
      // Permission was denied or the page is not secure; the reader can still copy the link by hand.
      toast("The link could not be copied. Copy it from the address bar.", { kind: "error" });
    }
  }
  return (
    <IconButton
      className={`${postCss.figure} ${kit.scripted}`}
      kind="ghost"
      size="sm"
      label="Share this page"
      icon={<Share2 size={16} />}
      onClick={() => void share()}
    />
  );
}

async function sendTo(what: ShareData) {
  try {
    await navigator.share(what);
  } catch {
    // Closing the sheet also rejects; in both cases nothing needs to be done.
  }
}
