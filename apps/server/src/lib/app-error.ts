import { type ErrorCode, errorSentence, errorStatus, type FieldError } from "@cairn/contract";

export interface AppErrorFacts {
  /** Replaces the catalogue's sentence. */
  sentence?: string;
  message?: string;
  suggestion?: string;
  details?: readonly FieldError[];
  /** Whole seconds for the Retry-After header. */
  retryAfter?: number;
}

/** An expected problem, thrown where the fact is known and put into words by the error plugin alone. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly facts: AppErrorFacts;

  constructor(code: ErrorCode, facts: AppErrorFacts = {}) {
    super(facts.sentence ?? errorSentence[code]);
    this.code = code;
    this.status = errorStatus[code];
    this.facts = facts;
  }
}

/** @throws AppError with `code` unless `condition` holds. */
export function ensure(condition: unknown, code: ErrorCode, facts?: AppErrorFacts): asserts condition {
  if (!condition) throw new AppError(code, facts);
}

/** One refused field. */
export const fieldError = (field: string, problem: string): AppError =>
  new AppError("invalid_input", { sentence: problem, details: [{ field, problem }] });
