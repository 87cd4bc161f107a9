import { type ErrorCode, errorSentence, errorStatus, type FieldError } from "@cairn/contract";
import { headOf } from "./cut-text.ts";

export interface AppErrorFacts {
  /** Replaces the catalogue's sentence. */
  sentence?: string;
  message?: string;
  suggestion?: string;
  details?: readonly FieldError[];
  /** Whole seconds for the Retry-After header. */
  retryAfter?: number;
}

/** At most this many refused fields are listed, so that an answer is not larger than the request. */
const namedFields = 20;
const fieldNameLength = 200;

/** An expected error: thrown where it is detected, worded only by the error plugin. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly facts: AppErrorFacts;

  constructor(code: ErrorCode, facts: AppErrorFacts = {}) {
    super(facts.sentence ?? errorSentence[code]);
    this.code = code;
    this.status = errorStatus[code];
    const { details } = facts;
    this.facts = details ? { ...facts, details: details.slice(0, namedFields).map(withShortName) } : facts;
  }
}

const withShortName = ({ field, problem }: FieldError): FieldError => ({
  field: headOf(field, fieldNameLength),
  problem,
});

/** @throws AppError with `code` unless `condition` holds. */
export function ensure(condition: unknown, code: ErrorCode, facts?: AppErrorFacts): asserts condition {
  if (!condition) throw new AppError(code, facts);
}

/**
 * One refused field. `problem` completes a sentence that starts with the field's name ("must not be blank"), or is a
 * sentence of its own.
 */
export const fieldError = (field: string, problem: string): AppError => inputError([{ field, problem }]);

/** How many fields the sentence names; `details` lists all of them. */
const maxNamed = 3;

/** Refused fields, at least one. The sentence describes the first few of them. */
export function inputError(details: readonly FieldError[]): AppError {
  const named: FieldError[] = [];
  for (const detail of details) {
    if (named.length === maxNamed) break;
    if (!named.some(({ field }) => field === detail.field)) named.push(detail);
  }
  return new AppError("invalid_input", { sentence: named.map(sentenceOf).join(" "), details });
}

/** `{field: "new_password", problem: "is required"}` is "New password is required." */
function sentenceOf({ field, problem }: FieldError): string {
  if (problem.endsWith(".")) return problem;
  const words = field.slice(0, 80).split("/").map(wordOf).join(" ").trim();
  const name = words === "" ? "The request" : words.charAt(0).toUpperCase() + words.slice(1);
  return `${name} ${problem}.`;
}

/** Indexes in a path start at 0, in the sentence at 1. */
const wordOf = (part: string) =>
  /^\d{1,4}$/.test(part) ? String(Number(part) + 1) : part.replaceAll("_", " ");
