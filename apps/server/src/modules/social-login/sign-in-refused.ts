import type { SignInRefusal } from "@cairn/contract";

/** A refused sign-in, with a reason for the user. */
export class SignInRefused extends Error {
  override readonly name = "SignInRefused";
  readonly reason: SignInRefusal;

  constructor(reason: SignInRefusal) {
    super(reason);
    this.reason = reason;
  }
}
