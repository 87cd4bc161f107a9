import { skipToken, useQuery } from "@tanstack/react-query";
import type { AdminContent, PastDecision, RevisionToRead } from "../admin-model.ts";
import type { Answer, Comparison } from "../admin-source.ts";
import { answerOf } from "./answer.ts";
import { revisionQuery } from "./contents.queries.ts";

/** Nothing of an item may be public: what an admin sent back is then what the author answered to. */
const lastDecided = ({ number, decisions }: RevisionToRead): PastDecision | undefined =>
  decisions.find(({ revision }) => revision < number);

export function useComparison(
  { id }: AdminContent,
  revision: RevisionToRead | undefined,
): Answer<Comparison | null> {
  const decision = revision && !revision.approved ? lastDecided(revision) : undefined;
  const query = revisionQuery(id, decision?.revision ?? 1);
  const earlier = answerOf(useQuery(decision ? query : { ...query, queryFn: skipToken }));
  if (!revision) return { value: undefined };
  const { approved, number } = revision;
  if (approved) return { value: approved.number === number ? null : { words: approved } };
  if (!decision) return { value: null };
  const { value: words, failure } = earlier;
  return { value: words && { words, decision }, failure };
}
