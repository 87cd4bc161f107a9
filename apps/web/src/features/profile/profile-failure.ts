import { messages } from "@cairn/contract";
import { ApiError } from "../../lib/api/api-error.ts";
import { definedOnly, type ProfileProblems } from "./profile-values.ts";

export interface ProfileFailure {
  /** Shown above the buttons; null if the message is next to a field. */
  text: string | null;
  /** More information, if there is any. */
  hint: string | undefined;
  problems: ProfileProblems;
}

/**
 * docs/rules.md#s8-profile-failure: the server's error field, else 'Failed to update profile'; its words about a field
 * beside it.
 */
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

/** A problem with the picture comes as the response's own message. */
function problemsOf({ status, said, details }: ApiError): ProfileProblems {
  if (status === 413 || status === 415) return definedOnly({ photo: said });
  // The path of a part, such as `interests/3`, starts with its field.
  const problemOf = (name: string) => details.find(({ field }) => field.split("/")[0] === name)?.problem;
  return definedOnly({
    name: problemOf("name"),
    bio: problemOf("bio"),
    links: problemOf("social_links"),
    interests: problemOf("interests"),
    photo: problemOf("avatar"),
  });
}
