import { isBlank, limits } from "@cairn/contract";
import { BellOff, BellPlus, MessageSquare, ThumbsDown, ThumbsUp } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { isComposing } from "../../lib/composition.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import * as feedCardCss from "../../ui/feed-card.module.css";
import * as kit from "../../ui/kit.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { Row } from "../../ui/Stack.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { TitleText } from "../../ui/TitleText.tsx";
import { CategoryLine } from "../../ui/TypeTile.tsx";
import * as css from "./category-card.module.css";
import type { CategoryPost, LocalComment, PostActions, PostTally } from "./category-post.ts";

const looks = {
  video: { type: "Video", glyph: "play", action: "Watch Now" },
  article: { type: "Article", glyph: undefined, action: "Read Article" },
} as const;

interface CategoryCardProps {
  post: CategoryPost;
  tally: PostTally;
  actions: PostActions;
  onOpen: (post: CategoryPost) => void;
}

/** A post with all its actions (docs/evidence/spec-clauses.md#s2-categories). Only videos have dislike and subscribe. */
export function CategoryCard({ post, tally, actions, onOpen }: CategoryCardProps) {
  const { title, date, site } = post;
  const { type, glyph, action } = looks[post.type];
  const main = useRef<HTMLButtonElement>(null);
  const isVideo = post.type === "video";
  return (
    <Card as="article" className={feedCardCss.root}>
      <MediaBox title={title} glyph={glyph} />
      <div className={feedCardCss.body}>
        <Row between className={feedCardCss.meta}>
          <CategoryLine type={type} name={date === null ? type : formatDay(date)} />
          {site && <span className={`${kit.note} ${kit.clip}`}>{site}</span>}
        </Row>
        <h3 className={`${feedCardCss.title} ${kit.clamp} ${css.title}`}>
          <TitleText>{title}</TitleText>
        </h3>
        <Row as="p" gap={3} className={`${kit.note} ${kit.num} ${css.counts}`}>
          <Figure icon={<ThumbsUp size={15} />} value={tally.likes} of="like" />
          {isVideo && <Figure icon={<ThumbsDown size={15} />} value={tally.dislikes} of="dislike" />}
          <Figure icon={<MessageSquare size={15} />} value={tally.comments.length} of="comment" />
        </Row>
        <Button
          ref={main}
          kind="soft"
          block="plain"
          aria-label={`${action}: ${title}`}
          onClick={() => onOpen(post)}
        >
          {action}
        </Button>
        <Row above={2}>
          <Button
            size="sm"
            className={css.action}
            aria-pressed={tally.isLiked}
            aria-label={`${tally.isLiked ? "Liked" : "Like"}: ${title}`}
            disabled={tally.isLiked}
            onClick={() => {
              actions.like(post);
              // The pressed button gets disabled and would lose the focus, so move it first.
              main.current?.focus({ preventScroll: true });
            }}
          >
            <ThumbsUp size={16} />
            {tally.isLiked ? "Liked" : "Like"}
          </Button>
          {isVideo && (
            <>
              <IconButton
                size="sm"
                label={`Dislike: ${title}`}
                icon={<ThumbsDown size={16} />}
                onClick={() => actions.dislike(post)}
              />
              <SubscribeButton
                title={title}
                isSubscribed={tally.isSubscribed}
                onToggle={() => actions.toggleSubscription(post)}
              />
            </>
          )}
        </Row>
        <CardComments
          title={title}
          comments={tally.comments}
          onComment={(text) => actions.comment(post, text)}
        />
      </div>
    </Card>
  );
}

function Figure({ icon, value, of }: { icon: ReactNode; value: number; of: string }) {
  return (
    <span className={kit.iconed}>
      {icon}
      {value}
      <span className={kit.srOnly}>
        {" "}
        {of}
        {value === 1 ? "" : "s"}
      </span>
    </span>
  );
}

interface SubscribeButtonProps {
  title: string;
  isSubscribed: boolean;
  onToggle: () => void;
}

function SubscribeButton({ title, isSubscribed, onToggle }: SubscribeButtonProps) {
  const words = isSubscribed ? "Unsubscribe" : "Subscribe";
  return (
    <Button
      size="sm"
      className={cx(css.action, isSubscribed && css.isSubscribed)}
      aria-label={`${words}: ${title}`}
      onClick={onToggle}
    >
      {isSubscribed ? <BellOff size={16} /> : <BellPlus size={16} />}
      {words}
    </Button>
  );
}

const invitation = "Write a comment, press Enter";
/** The number of comments that fit on the card. */
const newest = 2;

interface CardCommentsProps {
  title: string;
  comments: readonly LocalComment[];
  onComment: (text: string) => void;
}

/**
 * The newest comments and a one-line input: Enter sends, and a comment of white space only is ignored
 * (docs/evidence/spec-clauses.md#s5-comments).
 */
function CardComments({ title, comments, onComment }: CardCommentsProps) {
  const [text, setText] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? comments : comments.slice(-newest);

  function send(event: KeyboardEvent) {
    if (event.key !== "Enter" || isComposing(event.nativeEvent) || isBlank(text)) return;
    onComment(text);
    setText("");
  }

  return (
    <div className={css.comments}>
      <ul aria-label={`Comments on ${title}`} aria-live="polite">
        {shown.map(({ id, body }) => (
          <li key={id}>
            <b>You</b> {body}
          </li>
        ))}
      </ul>
      {comments.length > newest && (
        <button
          type="button"
          className={`${kit.link} ${css.more}`}
          aria-expanded={isWhole}
          onClick={() => setIsWhole((before) => !before)}
        >
          {isWhole ? "Show the newest" : `Show all ${comments.length} comments`}
          <span className={kit.srOnly}> on {title}</span>
        </button>
      )}
      <TextInput
        size="sm"
        className={css.input}
        placeholder={invitation}
        aria-label={`${invitation}: ${title}`}
        maxLength={limits.commentLength}
        enterKeyHint="send"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={send}
      />
    </div>
  );
}
