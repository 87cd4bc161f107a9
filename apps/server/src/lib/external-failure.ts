/**
 * An external service did not answer, or sent something that cannot be used. The message says what is wrong but repeats
 * neither the address nor anything received, so that it is safe to log.
 */
export class ExternalFailure extends Error {
  override readonly name = "ExternalFailure";
}

/** Why a call to an external service failed, by the error's code alone. */
export function asExternalFailure(error: unknown): ExternalFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof ExternalFailure) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no reason given";
  return new ExternalFailure(`could not be read (${code})`);
}
