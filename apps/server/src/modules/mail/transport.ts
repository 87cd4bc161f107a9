/** A mail on its way out. */
export interface OutgoingMail {
  readonly id: number;
  /** The same however often this mail is sent. */
  readonly messageId: string;
  readonly from: MailAddress;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
}

export interface MailAddress {
  /** Empty without one. */
  readonly name: string;
  readonly address: string;
}

/** Where mail goes: a mail server, or files. */
export interface MailTransport {
  /** Resolves once the mail is somebody else's to keep. Rejects when it may be tried again, or was aborted. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Nobody is there, for good: trying again would only annoy. */
export class RecipientRefused extends Error {
  override readonly name = "RecipientRefused";
}

/** The fields of a mail as nodemailer takes them: addresses as objects, which it never parses. */
export const messageOf = (mail: OutgoingMail) => ({
  from: mail.from,
  to: { name: "", address: mail.to },
  envelope: { from: mail.from.address, to: [mail.to] },
  subject: mail.subject,
  text: mail.text,
  date: mail.date,
  messageId: mail.messageId,
  // RFC 3834: no out-of-office answers to these.
  headers: { "Auto-Submitted": "auto-generated" },
});

/** A mail names no file and no address to read from. */
export const readsNothing = { disableFileAccess: true, disableUrlAccess: true } as const;
