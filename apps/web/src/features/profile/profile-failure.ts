import { messages } from "@cairn/contract";
import { ApiError } from "../../lib/api/api-error.ts";
import { definedOnly, type ProfileProblems } from "./profile-values.ts";

export interface ProfileFailure {
  /** Above the buttons; null when it stands beside a field. */
  text: string | null;
  /** What is known besides. */
  hint: string | undefined;
  problems: ProfileProblems;
}

/** Spec section 8: the server's error field, else 'Failed to update profile'; its words about a field beside it. */
export function profileFailure(error: unknown): ProfileFailure {
  const fallback = messages.profileUpdateFailed;
  if (!(error instanceof ApiError)) return { text: fallback, hint: undefined, problems: {} };
  const problems = problemsOf(error);
  const words = errorField(error);
  if (words === undefined) return { text: fallback, hint: error.message, problems };
  return { text: Object.values(problems).includes(words) ? null : words, hint: undefined, problems };
}

const errorField = ({ body, said }: ApiError) =>
  typeof body === "object" && body !== null && "error" in body ? said : undefined;

/** A word about the picture comes as the answer's own sentence. */
function problemsOf({ status, said, details }: ApiError): ProfileProblems {
  if (status === 413 || status === 415) return definedOnly({ photo: said });
  // The path of a part leads to its field: `interests/3`.
  const problemOf = (name: string) => details.find(({ field }) => field.split("/")[0] === name)?.problem;
  return definedOnly({
    name: problemOf("name"),
    bio: problemOf("bio"),
    links: problemOf("social_links"),
    interests: problemOf("interests"),
    photo: problemOf("avatar"),
  });
}
