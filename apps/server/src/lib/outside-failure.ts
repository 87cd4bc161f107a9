/**
 * The outside did not answer, or answered something that cannot be used. The message says what is wrong and repeats
 * neither the address nor anything that came, so that it may stand in a log.
 */
export class OutsideFailure extends Error {
  override readonly name = "OutsideFailure";
}

/** What a call to the outside failed of, by its code alone. */
export function asOutsideFailure(error: unknown): OutsideFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof OutsideFailure) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no reason given";
  return new OutsideFailure(`could not be read (${code})`);
}
