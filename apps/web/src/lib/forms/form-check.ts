/** One validation error, as the compiled check reports it. */
export interface CheckProblem {
  instancePath: string;
  keyword: string;
  params: { missingProperty?: string; limit?: number };
}

/** A schema of the contract, compiled to plain code at build time: the browser evaluates no code strings. */
export interface FormCheck {
  (data: unknown): boolean;
  errors?: CheckProblem[] | null;
}
