import { limits } from "@cairn/contract";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useFocusAfterFailure } from "./useFocusAfterFailure.ts";

/** How many characters before the limit the box begins to count. */
const closeToLimit = 200;

interface CommentBoxProps {
  label: string;
  text: string;
  onType: (text: string) => void;
  /** With the text as it should be sent. */
  onSend: (body: string) => void;
  action: string;
  workingText: string;
  isWorking: boolean;
  failure: { title: string; error: Error } | null;
  autoFocus?: boolean;
  onEscape?: () => void;
  /** A button before the action. */
  children?: ReactNode;
}

/** Where a comment is written or changed. Ctrl+Enter sends it as well; a text of white space alone is ignored. */
export function CommentBox(props: CommentBoxProps) {
  const { label, text, isWorking, failure } = props;
  const noteId = useId();
  const button = useFocusAfterFailure(failure?.error);
  const body = text.trim();
  // Counted as the server counts: an emoji is one character.
  const left = limits.commentLength - [...body].length;
  const canSend = body !== "" && left >= 0 && !isWorking;

  const send = () => {
    if (canSend) props.onSend(body);
  };

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape") props.onEscape?.();
  }

  return (
    <form
      className="comment-box"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        aria-label={label}
        placeholder={label}
        rows={2}
        value={text}
        readOnly={isWorking}
        ref={props.autoFocus ? focusAtEnd : undefined}
        aria-describedby={noteId}
        aria-invalid={left < 0 || undefined}
        onChange={({ target }) => props.onType(target.value)}
        onKeyDown={onKeyDown}
      />
      {failure && (
        <Alert kind="danger" title={failure.title}>
          <p>{failure.error.message}</p>
        </Alert>
      )}
      <div className="comment-box-end">
        <p id={noteId} className={left < 0 ? "error-text" : "hint"}>
          {noteOn(left)}
        </p>
        <p className="sr-only" role="status">
          {warningOn(left)}
        </p>
        {props.children}
        <Button
          ref={button}
          kind="primary"
          size="sm"
          type="submit"
          aria-keyshortcuts="Control+Enter"
          disabled={!canSend}
          working={isWorking}
          workingText={props.workingText}
        >
          {props.action}
        </Button>
      </div>
    </form>
  );
}

function focusAtEnd(box: HTMLTextAreaElement | null) {
  box?.focus();
  box?.setSelectionRange(box.value.length, box.value.length);
}

function noteOn(left: number): string {
  if (left > closeToLimit) return "";
  const count = (number: number) => `${number} ${number === 1 ? "character" : "characters"}`;
  return left < 0 ? `${count(-left)} too many` : `${count(left)} left`;
}

/** The count changes with every stroke; this is said once. */
function warningOn(left: number): string {
  if (left > closeToLimit) return "";
  const limit = `the limit of ${limits.commentLength} characters`;
  return left < 0 ? `Beyond ${limit}` : `Close to ${limit}`;
}
