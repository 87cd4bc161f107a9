import { isBlank, limits } from "@cairn/contract";
import { type KeyboardEvent, useState } from "react";
import * as layoutCss from "../../ui/layout.module.css";
import { TextInput } from "../../ui/TextInput.tsx";
import * as categoryCardCss from "./category-card.module.css";
import type { LocalComment } from "./category-post.ts";

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
 * (docs/rules.md#s5-comments).
 */
export function CardComments({ title, comments, onComment }: CardCommentsProps) {
  const [text, setText] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? comments : comments.slice(-newest);

  function send(event: KeyboardEvent) {
    // Enter also confirms a word in an input method, which must not send the comment.
    if (event.key !== "Enter" || event.nativeEvent.isComposing || isBlank(text)) return;
    onComment(text);
    setText("");
  }

  return (
    <div className={categoryCardCss.comments}>
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
          className={`${layoutCss.link} ${categoryCardCss.more}`}
          aria-expanded={isWhole}
          onClick={() => setIsWhole((before) => !before)}
        >
          {isWhole ? "Show the newest" : `Show all ${comments.length} comments`}
          <span className={layoutCss.srOnly}> on {title}</span>
        </button>
      )}
      <TextInput
        size="sm"
        className={categoryCardCss.input}
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
