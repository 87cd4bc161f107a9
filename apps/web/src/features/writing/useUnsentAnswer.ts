import { draftOf, dropDraft } from "../../lib/forms/useDraft.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import { useAnswerReason } from "./writing.queries.ts";

/** Where an answer lies that was typed and not sent. `revision`: the flagged one. */
export const answerPlace = ({ id, revision }: { id: number; revision: number }) =>
  `reason-answer.${id}.${revision}`;

/** Sends the answer that the author typed beside the form and did not send, so that it goes along with the new revision. */
export function useUnsentAnswer(item: { id: number; revision: number }) {
  const owner = useSession()?.userId ?? null;
  const answerReason = useAnswerReason(item.id);
  return async () => {
    const answer = draftOf(owner, answerPlace(item))?.text.trim();
    if (!answer) return;
    await answerReason({ revision: item.revision, answer });
    dropDraft(owner, answerPlace(item));
  };
}
