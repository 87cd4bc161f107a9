import { erasingDays, limits, type PostsChoice } from "@cairn/contract";
import { useState } from "react";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import * as dialogCss from "../../ui/dialog.module.css";
import { Field } from "../../ui/Field.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import { useDeletionRequest } from "./deletion.queries.ts";

const failed = "Your request could not be sent. Please try again.";

const choices: readonly { value: PostsChoice; label: string }[] = [
  { value: "keep", label: "Keep them, as “A former member”" },
  { value: "withdraw", label: "Remove them" },
];

/** Asks what becomes of posts and comments before an admin is asked to delete the account (docs/rules.md#deletion-of-an-account). */
export function DeletionDialog({ onClose, onSent }: { onClose: () => void; onSent: () => void }) {
  const [posts, setPosts] = useState<PostsChoice>("keep");
  const [reason, setReason] = useState("");
  const { ask } = useDeletionRequest();
  const { send, isSending, failure } = useSend(serverMessageOr(failed));
  const request = () =>
    send(async () => {
      await ask(posts, reason.trim());
      onSent();
    });

  return (
    <ConfirmDialog
      title="Request deletion?"
      confirm="Request deletion"
      isWorking={isSending}
      workingText="Sending..."
      error={failure}
      onConfirm={() => void request()}
      onClose={onClose}
    >
      <p>
        An admin will look at it first. Once it is approved, you have {erasingDays} days to take it back. Then
        your name, email, photo, drafts, likes and reading history are erased. Nobody can bring them back.
      </p>
      <div className={dialogCss.part}>
        <RadioCards
          legend="Your published posts and your comments"
          name="posts"
          options={choices}
          value={posts}
          onChange={({ currentTarget }) => setPosts(currentTarget.value === "withdraw" ? "withdraw" : "keep")}
        />
      </div>
      <Field label="Reason" optional className={dialogCss.part}>
        <TextArea
          value={reason}
          rows={3}
          maxLength={limits.reasonLength}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
