import { limits } from "@cairn/contract";
import { type KeyboardEvent, useState } from "react";
import { TextInput } from "../../ui/TextInput.tsx";
import type { LocalComment } from "./category-post.ts";

const invitation = "Write a comment, press Enter";
/** As many as the card has room for. */
const newest = 2;

interface CardCommentsProps {
  title: string;
  comments: readonly LocalComment[];
  onComment: (text: string) => void;
}

/** The newest comments, and a line to write one: Enter sends it, white space alone is ignored (spec section 5). */
export function CardComments({ title, comments, onComment }: CardCommentsProps) {
  const [text, setText] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? comments : comments.slice(-newest);

  function send(event: KeyboardEvent) {
    // Enter also ends a word of an input method, which is not the end of the comment.
    if (event.key !== "Enter" || event.nativeEvent.isComposing || text.trim() === "") return;
    onComment(text);
    setText("");
  }

  return (
    <div className="category-comments">
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
          className="link"
          aria-expanded={isWhole}
          onClick={() => setIsWhole((before) => !before)}
        >
          {isWhole ? "Show the newest" : `Show all ${comments.length} comments`}
          <span className="sr-only"> on {title}</span>
        </button>
      )}
      <TextInput
        className="category-comment-input"
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
