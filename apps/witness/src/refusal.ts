/** A problem that the operator can fix. The message is one line, but for the usage. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** Exit status of the process: 2 for a command that cannot be understood. */
  readonly status: 1 | 2;

  constructor(message: string, status: 1 | 2 = 1) {
    super(message);
    this.status = status;
  }
}
