import { type Comment, limits, trimmed } from "@cairn/contract";
import { type KeyboardEvent, type ReactNode, Suspense, useCallback, useId, useState } from "react";
import { isComposing } from "../../lib/composition.ts";
import type { Draft } from "../../lib/forms/useDraft.ts";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { callOrWait, waits } from "../../lib/outbox/call-or-wait.ts";
import { useFocusAfterFailure } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Box } from "../../ui/Box.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import * as fieldCss from "../../ui/field.module.css";
import * as kit from "../../ui/kit.module.css";
import { Row } from "../../ui/Stack.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import * as commentsCss from "./comments.module.css";
import { commentAct, usePostComment } from "./comments.queries.ts";

// Lazy: most comments mention nobody.
const MemberList = lazyNamed(() => import("./MemberList.tsx"), "MemberList");

/** The number of characters left at which the counter appears. */
const closeToLimit = 200;

interface CommentBoxProps {
  label: string;
  text: string;
  onType: (text: string) => void;
  /** Receives the trimmed text. */
  onSend: (body: string) => void;
  action?: string;
  /** Takes the place of the action's button. */
  actionLink?: ReactNode;
  workingText?: string;
  isWorking?: boolean;
  failure?: { title: string; error: Error } | null;
  autoFocus?: boolean;
  /** Offers members for a name that begins with `@`; only for members. */
  offersMembers?: boolean;
  onEscape?: () => void;
  /** A button before the action. */
  children?: ReactNode;
}

/** The editor for a new or existing comment. Ctrl+Enter also sends; a text of white space only is ignored. */
export function CommentBox(props: CommentBoxProps) {
  const { label, text, isWorking = false, failure } = props;
  const noteId = useId();
  const button = useFocusAfterFailure(failure?.error);
  const [box, setBox] = useState<HTMLTextAreaElement | null>(null);
  const { autoFocus = false } = props;
  const hold = useCallback(
    (element: HTMLTextAreaElement | null) => {
      setBox(element);
      if (autoFocus) focusAtEnd(element);
    },
    [autoFocus],
  );
  const body = trimmed(text);
  // Counted as the server counts: an emoji is one character.
  const left = limits.commentLength - [...body].length;
  const canSend = body !== "" && left >= 0 && !isWorking;

  const send = () => {
    if (canSend) props.onSend(body);
  };

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape") props.onEscape?.();
  }

  return (
    <form
      className={`${kit.grow} ${commentsCss.box}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        className={commentsCss.input}
        aria-label={label}
        placeholder={label}
        rows={2}
        value={text}
        readOnly={isWorking}
        ref={hold}
        aria-describedby={noteId}
        aria-invalid={left < 0 || undefined}
        onChange={({ target }) => props.onType(target.value)}
        onKeyDown={onKeyDown}
      />
      {props.offersMembers && box && text.includes("@") && (
        <Suspense>
          <MemberList box={box} text={text} onType={props.onType} />
        </Suspense>
      )}
      {failure && (
        <Box above={3}>
          <Alert kind="danger" title={failure.title} text={failure.error.message} />
        </Box>
      )}
      <Row wrap above={2}>
        <p id={noteId} className={cx(left < 0 ? fieldCss.errorText : kit.note, kit.grow, kit.num)}>
          {noteOn(left)}
        </p>
        <p className={kit.srOnly} role="status">
          {warningOn(left)}
        </p>
        {props.children}
        {props.actionLink || (
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
        )}
      </Row>
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

/** The counter changes with every keystroke; screen readers announce only this warning. */
function warningOn(left: number): string {
  if (left > closeToLimit) return "";
  const limit = `the limit of ${limits.commentLength} characters`;
  return left < 0 ? `Beyond ${limit}` : `Close to ${limit}`;
}

interface Posting {
  contentId: number;
  /** The comment that it answers. */
  replyTo?: number;
  draft: Draft | null;
  keep: (draft: Draft | null) => void;
  onPosted: (comment: Comment) => void;
}

/** What the box of a new comment or answer does. The text stays until the server has it. */
export function usePosting({ contentId, replyTo, draft, keep, onPosted }: Posting) {
  const post = usePostComment(contentId);
  const [error, setError] = useState<Error | null>(null);

  async function send(body: string) {
    const text = draft?.text ?? body;
    const key = draft?.sent?.body === body ? draft.sent.key : newIdempotencyKey();
    keep({ text, sent: { body, key } });
    setError(null);
    try {
      const sent = { body, key, replyTo };
      const comment = await callOrWait(
        () => post.mutateAsync(sent),
        () => commentAct(contentId, sent),
      );
      keep(null);
      // The list shows what waits.
      if (comment !== waits) onPosted(comment);
    } catch (failure) {
      // The box shows it next to the text.
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }

  return {
    send: (body: string) => void send(body),
    isWorking: post.isPending,
    error,
    reset: () => setError(null),
  };
}
