import { authorPath, type Comment, commentAnchor } from "@cairn/contract";
import { Pencil, Reply, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useDraft } from "../../lib/forms/useDraft.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { SafeHtml } from "../../ui/SafeHtml.tsx";
import { Row } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import * as css from "./comments.module.css";
import { useDeleteComment } from "./comments.queries.ts";

// Lazy: most readers only read.
const AnswerForm = lazyNamed(() => import("./AnswerForm.tsx"), "AnswerForm");
const CommentEditor = lazyNamed(() => import("./CommentEditor.tsx"), "CommentEditor");

interface CommentEntryProps {
  contentId: number;
  comment: Comment;
  /** The user whose unsent text may be shown; null while unknown. */
  owner: number | null;
  /** Whether the reader is a member, and so may reply and report. */
  isMember: boolean;
  /** Whether new comments are allowed. */
  isOpen: boolean;
  /** The page's address names it. */
  isLinked: boolean;
  /** The reader just posted it, so it takes the focus. */
  isNew: boolean;
  /** A button for members on a comment of somebody else. */
  tool: ReactNode;
  onPosted: (answer: Comment) => void;
  onChanged: () => void;
  onDeleted: () => void;
}

export function CommentEntry(props: CommentEntryProps) {
  const {
    contentId,
    comment,
    owner,
    isMember,
    isOpen,
    isLinked,
    isNew,
    tool,
    onPosted,
    onChanged,
    onDeleted,
  } = props;
  const { user, body, body_html, created_at, edited_at, can } = comment;
  const { draft, keep } = useDraft(owner, `comment-edit.${comment.id}`);
  // Unsaved text reopens the editor after a reload, but only a click on the button moves the focus there.
  const isEditing = can.edit && draft !== null;
  const [openedByPress, setOpenedByPress] = useState(false);
  const answer = useDraft(owner, `comment-answer.${comment.id}`);
  const isAnswering = isMember && isOpen && answer.draft !== null;
  const answerButton = useFocusAfter(isAnswering);
  const entry = useRef<HTMLElement>(null);
  const editButton = useFocusAfter(isEditing);

  useEffect(() => {
    if (isNew) entry.current?.focus();
  }, [isNew]);

  return (
    <Row
      as="article"
      gap={3}
      top
      className={cx(css.comment, isLinked && css.isLinked)}
      id={commentAnchor(comment.id)}
      ref={entry}
      tabIndex={-1}
    >
      <Avatar name={user.name} photo={user.avatar_small_url} size={32} />
      <div className={`${kit.grow} ${css.main}`}>
        <Row gap={1} className={css.top}>
          <Text kind="note" className={`${kit.grow} ${css.head}`}>
            <b>{user.has_page ? <Link to={authorPath(comment.user_id)}>{user.name}</Link> : user.name}</b>{" "}
            <TimeAgo instant={created_at} />
            {edited_at && (
              <>
                {" "}
                · edited <TimeAgo instant={edited_at} />
              </>
            )}
          </Text>
          {isMember && isOpen && !isAnswering && (
            <IconButton
              ref={answerButton}
              kind="ghost"
              size="sm"
              label={can.edit ? "Reply to your comment" : `Reply to ${user.name}`}
              icon={<Reply size={15} />}
              onClick={() => {
                setOpenedByPress(true);
                answer.keep({ text: "" });
              }}
            />
          )}
          {isMember && !can.edit && tool}
          {can.edit && !isEditing && (
            <IconButton
              ref={editButton}
              kind="ghost"
              size="sm"
              label="Edit your comment"
              icon={<Pencil size={15} />}
              onClick={() => {
                setOpenedByPress(true);
                keep({ text: body });
              }}
            />
          )}
          {can.delete && !isEditing && (
            <DeleteComment contentId={contentId} comment={comment} onDeleted={onDeleted} />
          )}
        </Row>
        {isEditing ? (
          <Suspense>
            <CommentEditor
              contentId={contentId}
              comment={comment}
              text={draft.text}
              autoFocus={openedByPress}
              onType={(text) => keep({ text })}
              onLeave={() => keep(null)}
              onChanged={onChanged}
            />
          </Suspense>
        ) : (
          <SafeHtml className={css.text} dir="auto" html={body_html} name={`comment-${comment.id}`} />
        )}
        {isAnswering && (
          <Suspense>
            <AnswerForm
              contentId={contentId}
              answered={comment}
              draft={answer.draft ?? { text: "" }}
              keep={answer.keep}
              autoFocus={openedByPress}
              onPosted={onPosted}
            />
          </Suspense>
        )}
      </div>
    </Row>
  );
}

/** Returns the focus to the button when the element that had it closes. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

interface DeleteCommentProps {
  contentId: number;
  comment: Comment;
  onDeleted: () => void;
}

function DeleteComment({ contentId, comment, onDeleted }: DeleteCommentProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteComment(contentId, comment.id);
  const isOwn = comment.can.edit;

  function ask() {
    remove.reset();
    setAsking(true);
  }

  async function confirm() {
    try {
      await remove.mutateAsync();
      // The page behind the dialog cannot take the focus while it is open, so close it first.
      setAsking(false);
      onDeleted();
    } catch {
      // The mutation holds the error, and the dialog shows it.
    }
  }

  return (
    <>
      <IconButton
        kind="ghost"
        size="sm"
        label={isOwn ? "Delete your comment" : `Delete ${comment.user.name}'s comment`}
        icon={<Trash2 size={15} />}
        onClick={ask}
      />
      {isAsking && (
        <ConfirmDialog
          title="Delete this comment?"
          confirm="Delete"
          isWorking={remove.isPending}
          error={remove.error?.message}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          <p>
            {isOwn ? "Your comment" : `The comment by ${comment.user.name}`} will be deleted for everyone.
            This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
