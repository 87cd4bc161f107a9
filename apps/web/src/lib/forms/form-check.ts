/** One refused field, as the compiled check states it. */
export interface CheckProblem {
  instancePath: string;
  keyword: string;
  params: { missingProperty?: string; limit?: number };
}

/** A schema of the contract compiled to plain code at build: nothing is evaluated in the browser. */
export interface FormCheck {
  (data: unknown): boolean;
  errors?: CheckProblem[] | null;
}
