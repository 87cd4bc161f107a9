import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { CheckProblem, FormCheck } from "./form-check.ts";

/** What to say about a field that breaks a rule of its schema, by the rule's keyword. */
export type Sentences = Partial<Record<string, string>>;

interface ContractResolverOptions<Values extends FieldValues, Body> {
  check: FormCheck;
  /** The call's body, from what the fields hold. */
  toBody: (values: Values) => Partial<Body>;
  sentences: Record<string, Sentences>;
  /** Rules that no schema knows; they add to its findings. */
  alsoCheck?: (values: Values) => Record<string, string | undefined>;
}

/** Checks a form with the contract's own schema, so that the screen and the server can't disagree. */
export function contractResolver<Values extends FieldValues, Body>({
  check,
  toBody,
  sentences,
  alsoCheck,
}: ContractResolverOptions<Values, Body>): Resolver<Values, unknown, Body> {
  return (values) => {
    const body = withoutBlanks(toBody(values));
    const problems = check(body) ? [] : (check.errors ?? []);
    const messages = { ...messagesOf(problems, sentences), ...definedOnly(alsoCheck?.(values)) };
    const fields = Object.entries(messages);
    if (fields.length === 0) return { values: body as Body, errors: {} };
    const errors = fields.map(([field, message]) => [field, { type: "contract", message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> };
  };
}

/** An empty field is a missing one. */
const withoutBlanks = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== "" && value !== null));

const definedOnly = (messages: Record<string, string | undefined> = {}) =>
  Object.fromEntries(Object.entries(messages).filter(([, message]) => message));

/** The first problem of each field decides what is said about it. */
function messagesOf(problems: readonly CheckProblem[], sentences: Record<string, Sentences>) {
  const messages: Record<string, string> = {};
  for (const { keyword, params, instancePath } of problems) {
    const field = params.missingProperty ?? instancePath.split("/")[1] ?? "";
    messages[field] ??= sentences[field]?.[keyword] ?? defaultSentence(keyword, params.limit);
  }
  return messages;
}

const defaultSentence = (keyword: string, limit?: number) =>
  keyword === "maxLength" ? `Use at most ${limit} characters.` : "Please check this field.";
