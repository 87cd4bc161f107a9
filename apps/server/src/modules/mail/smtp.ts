import { createTransport } from "nodemailer";
import { headOf } from "../../lib/cut-text.ts";
import { isLoopbackHost } from "../../lib/loopback.ts";
import { type MailTransport, messageOf, RecipientRefused, readsNothing } from "./transport.ts";

const seconds = (count: number) => count * 1000;

/** Time limits for each step of an SMTP session. */
const timeouts = {
  dnsTimeout: seconds(10),
  connectionTimeout: seconds(10),
  greetingTimeout: seconds(10),
  socketTimeout: seconds(20),
};

/**
 * A mail server, by an address such as smtp://user:password@mail.example:587 or smtps://... (TLS from the start).
 * `domain`: what this site greets it as.
 */
export function createSmtp(address: string, domain: string): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const secure = protocol === "smtps:";
  const hasAccount = username !== "";
  const server = createTransport({
    host,
    name: domain,
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password never crosses a network in the clear.
    requireTLS: hasAccount && !secure && !isLoopbackHost(hostname),
    ...(hasAccount && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...timeouts,
    ...readsNothing,
  });

  return {
    async send(mail, signal) {
      try {
        await server.sendMail({ ...messageOf(mail), signal });
      } catch (error) {
        throw refusesRecipient(error) ? new RecipientRefused("no such mailbox", { cause: error }) : error;
      }
    },
  };
}

/** Fields of nodemailer's errors; file errors have the code and message too. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  /** The server's answer as it came. */
  readonly response?: string;
  readonly message?: string;
}

/**
 * Enhanced status codes of RFC 3463 that name the recipient's address or a disabled mailbox; 5.1.7 and 5.1.8 name the
 * sender's. Any other refusal may be a fault of this site or of the day: no relaying, a blocklist, a full mailbox.
 */
const recipientCodes = /^5\d\d[ -]5\.(?:1\.(?!7\b|8\b)\d+|2\.1)\b/;

function refusesRecipient(error: unknown): boolean {
  const { command, response = "" } = error as SmtpFailure;
  return command === "RCPT TO" && recipientCodes.test(response);
}

/**
 * Facts for the log. A server's answer to the message itself may quote it, and with it a code or a link, so that answer
 * is left out.
 */
export function failureFacts(thrown: unknown): Record<string, unknown> {
  const error = thrown instanceof RecipientRefused ? thrown.cause : thrown;
  const { code, command, responseCode, message } = error as SmtpFailure;
  const mayQuote = command === "DATA" || code === undefined;
  return { code, command, responseCode, ...(!mayQuote && { reason: message?.slice(0, 300) }) };
}

/** The same facts as one line of at most 300 characters. */
export function failureWords(thrown: unknown): string {
  const { code, command, responseCode, reason } = failureFacts(thrown);
  const facts = [command ?? code, reason ?? responseCode].filter((fact) => fact !== undefined);
  return headOf(facts.join(": ") || "no answer", 300);
}
