/**
 * An external service did not answer, or its answer is unusable. The message describes the failure without the address
 * or anything received, so it is safe to log.
 */
export class ExternalFailure extends Error {
  override readonly name = "ExternalFailure";

  /**
   * The code of the system or a library, or "private" for an address that must not be contacted; undefined: unknown.
   */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Why a call to an external service failed, by the error's code alone. */
export function asExternalFailure(error: unknown): ExternalFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof ExternalFailure) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  return new ExternalFailure(`could not be read (${code ?? "no reason given"})`, code);
}
