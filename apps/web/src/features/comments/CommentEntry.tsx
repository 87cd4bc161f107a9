import type { Comment } from "@cairn/contract";
import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { SafeHtml } from "../../ui/SafeHtml.tsx";
import { CommentEditor } from "./CommentEditor.tsx";
import { DeleteComment } from "./DeleteComment.tsx";
import { useDraft } from "./useDraft.ts";

interface CommentEntryProps {
  contentId: number;
  comment: Comment;
  /** Whose unsent words may show. */
  owner: number | null;
  /** Just posted by this reader: the focus goes there. */
  isNew: boolean;
  onChanged: () => void;
  onDeleted: () => void;
}

export function CommentEntry({ contentId, comment, owner, isNew, onChanged, onDeleted }: CommentEntryProps) {
  const { user, body, body_html, created_at, edited_at, can } = comment;
  const { draft, keep } = useDraft(owner, `comment-edit.${comment.id}`);
  // Unsaved words open the box again after a reload; only a press on the button takes the focus there.
  const isEditing = can.edit && draft !== null;
  const [isAsked, setAsked] = useState(false);
  const entry = useRef<HTMLElement>(null);
  const editButton = useFocusAfter(isEditing);

  useEffect(() => {
    if (isNew) entry.current?.focus();
  }, [isNew]);

  return (
    <article className="comment" ref={entry} tabIndex={-1}>
      <Avatar name={user.name} size={32} />
      <div className="comment-main">
        <div className="comment-top">
          <p className="comment-head">
            <b>{user.name}</b> <TimeAgo instant={created_at} />
            {edited_at && (
              <>
                {" "}
                · edited <TimeAgo instant={edited_at} />
              </>
            )}
          </p>
          {can.edit && !isEditing && (
            <IconButton
              ref={editButton}
              kind="ghost"
              size="sm"
              label="Edit your comment"
              icon={<Pencil size={15} />}
              onClick={() => {
                setAsked(true);
                keep({ text: body });
              }}
            />
          )}
          {can.delete && !isEditing && (
            <DeleteComment contentId={contentId} comment={comment} onDeleted={onDeleted} />
          )}
        </div>
        {isEditing ? (
          <CommentEditor
            contentId={contentId}
            comment={comment}
            text={draft.text}
            autoFocus={isAsked}
            onType={(text) => keep({ text })}
            onLeave={() => keep(null)}
            onChanged={onChanged}
          />
        ) : (
          <SafeHtml className="comment-text" html={body_html} />
        )}
      </div>
    </article>
  );
}

/** Where the keyboard goes on when what it was in has closed. */
function useFocusAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
