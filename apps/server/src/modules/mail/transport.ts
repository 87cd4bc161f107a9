/** An outgoing mail. */
export interface OutgoingMail {
  readonly id: number;
  /** Stays the same for every attempt to send this mail. */
  readonly messageId: string;
  readonly from: MailAddress;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Where one request ends mails of this kind (RFC 8058); null: they cannot be ended. */
  readonly unsubscribe: string | null;
  readonly date: Date;
}

export interface MailAddress {
  /** Empty if there is no name. */
  readonly name: string;
  readonly address: string;
}

/** Where mail goes: a mail server, or files. */
export interface MailTransport {
  /** Resolves once the mail is handed over for delivery. Rejects if sending may be retried or was aborted. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
  /** Deletes what is kept here of mails to this address; undefined where nothing is kept. */
  forget?(address: string): Promise<void>;
}

/** The mailbox does not exist: retrying is pointless. */
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
  ...(mail.html !== null && { html: mail.html }),
  date: mail.date,
  messageId: mail.messageId,
  // RFC 3834: suppresses out-of-office replies.
  headers: {
    "Auto-Submitted": "auto-generated",
    ...(mail.unsubscribe !== null && {
      "List-Unsubscribe": `<${mail.unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  },
});

/** Keeps nodemailer from reading files or URLs for a mail's content. */
export const readsNothing = { disableFileAccess: true, disableUrlAccess: true } as const;
