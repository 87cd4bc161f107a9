import { messages, postPath, screens } from "@cairn/contract";
import { useNavigate } from "react-router";
import { ContentForm, type ContentFormProps } from "../../features/writing/form/ContentForm.tsx";
import { texts } from "../../features/writing/writing-texts.ts";
import { useJournal } from "../../lib/forms/useJournal.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import { LoadingLine } from "../../ui/LoadingLine.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useDelayedFlag } from "../../ui/useDelayedFlag.ts";
import { useWriter } from "./useWriter.ts";

interface KeptContentFormProps extends Omit<ContentFormProps, "author" | "kept" | "keeper" | "onSent"> {
  /** The form's name in the journal. */
  form: string;
}

/** The writers' form with a journal: restores what its owner typed but did not send. */
export function KeptContentForm({ form, ...rest }: KeptContentFormProps) {
  const { id: owner, isUnknown } = useWriter();
  const onSent = useSentNews(rest.id);
  const { kept, keeper } = useJournal(owner, form);
  const isReading = isUnknown || kept === undefined;
  const signShown = useDelayedFlag(isReading);
  if (isReading) return signShown ? <LoadingLine text={messages.loading} /> : null;
  return (
    <ContentForm
      key={`${owner} ${form}`}
      {...rest}
      author={owner}
      onSent={onSent}
      kept={kept}
      keeper={keeper}
    />
  );
}

/**
 * After a form was sent: shows a toast and goes to the content list (docs/evidence/spec-clauses.md#s2-writer-form). A member, who has no
 * such list in the navigation, sees the edited post.
 */
function useSentNews(id: number | null) {
  const navigate = useNavigate();
  const role = useSession()?.role;
  return (asDraft: boolean, unattached: string | undefined) => {
    if (asDraft) toast(unattached === undefined ? "Draft saved" : `Draft saved. ${unattached}`);
    else toast(unattached === undefined ? texts.submitted : `${texts.submitted} ${unattached}`);
    void navigate(role === "User" && id !== null ? postPath(id) : screens.content);
  };
}
