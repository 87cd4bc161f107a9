import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server that accepts every mail and records its recipient. */
export async function openMailbox() {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      stream.resume();
      stream.on("end", () => {
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    recipients,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
