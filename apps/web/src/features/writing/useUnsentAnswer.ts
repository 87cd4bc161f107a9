import { draftOf, dropDraft } from "../../lib/forms/useDraft.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import { useAnswerReason } from "./writing.queries.ts";

/** Storage key of an unsent answer. `revision`: the flagged one. */
export const answerPlace = ({ id, revision }: { id: number; revision: number }) =>
  `reason-answer.${id}.${revision}`;

/** Sends the answer that the author typed beside the form and did not send, so that it goes along with the new revision. */
export function useUnsentAnswer(id: number) {
  const owner = useSession()?.userId ?? null;
  const answerReason = useAnswerReason(id);
  return async (revision: number) => {
    const place = answerPlace({ id, revision });
    const answer = draftOf(owner, place)?.text.trim();
    if (!answer) return;
    await answerReason({ revision, answer });
    dropDraft(owner, place);
  };
}
