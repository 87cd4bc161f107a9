/**
 * The outside did not answer, or answered something that cannot be used. The message says what is wrong and repeats
 * neither the address nor anything that came, so that it may stand in a log.
 */
export class OutsideFailure extends Error {
  override readonly name = "OutsideFailure";
}
