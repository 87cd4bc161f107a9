import type { Problems } from "./useForm.ts";

/** One validation error, as the compiled check reports it. */
interface CheckProblem {
  instancePath: string;
  keyword: string;
  params: { missingProperty?: string; limit?: number };
}

/** A schema of the contract, compiled to plain code at build time: the browser evaluates no code strings. */
interface FormCheck {
  (data: unknown): boolean;
  errors?: CheckProblem[] | null;
}

/** The messages for a field, by the schema keyword that its value violates. */
export type Sentences = Partial<Record<string, string>>;

interface ContractFormOptions<Values, Body> {
  check: FormCheck;
  /** Builds the call's body from the fields' values. */
  toBody: (values: Values) => Partial<Body>;
  sentences: Record<string, Sentences>;
  /** Rules that no schema can express, checked in addition. */
  alsoCheck?: (values: Values) => Problems<Values>;
}

/** Validates a form with the contract's own schema, so that site and server apply the same rules. */
export function contractForm<Values, Body>(options: ContractFormOptions<Values, Body>) {
  const { check, toBody, sentences, alsoCheck } = options;
  const bodyOf = (values: Values) => withoutBlanks(toBody(values));
  return {
    /** The call's body, of values that passed the check. */
    bodyOf: (values: Values) => bodyOf(values) as Body,
    check(values: Values) {
      const problems = check(bodyOf(values)) ? [] : (check.errors ?? []);
      return { ...messagesOf(problems, sentences), ...alsoCheck?.(values) } as Problems<Values>;
    },
  };
}

/** Treats an empty field as missing. */
const withoutBlanks = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== "" && value !== null));

/** Only the first problem of each field gets a message. */
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
