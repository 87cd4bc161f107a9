import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSmtp, failureFacts } from "../modules/mail/smtp.ts";
import { createSafeFetch } from "./safe-fetch.ts";

/** Speaks TLS with a certificate that the package brings along and nobody has signed. */
let server: SMTPServer;
let heard = 0;
beforeAll(async () => {
  server = new SMTPServer({
    secure: true,
    authOptional: true,
    onConnect(_session, done) {
      heard += 1;
      done();
    },
  });
  // Who does not trust it hangs up in the middle of the handshake.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

const port = () => (server.server.address() as AddressInfo).port;
const untrusted = /CERT/;

test("no feed is read from a host with an untrusted certificate", async () => {
  const external = createSafeFetch({ hosts: new Set(["127.0.0.1"]) });
  await expect(external.get(`https://127.0.0.1:${port()}/`, "application/json")).rejects.toThrow(untrusted);
  await external.close();
});

test("no mail is sent to a server with an untrusted certificate", async () => {
  const mail = {
    id: 1,
    messageId: "<1@cairn.test>",
    from: { name: "Cairn", address: "cairn@cairn.test" },
    to: "amina@example.test",
    subject: "Hello",
    text: "Words.",
    html: null,
    unsubscribe: null,
    date: new Date(),
  };
  const sent = createSmtp(`smtps://user:password@127.0.0.1:${port()}`, "cairn.test").send(
    mail,
    new AbortController().signal,
  );
  const failure = await sent.then(() => "sent", failureFacts);
  expect(failure).toMatchObject({ reason: expect.stringMatching(/certificate/) });
  expect(heard).toBe(0);
});
