import { type MailServer, openMailServer } from "@tests/support/server/smtp.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { mailDomain } from "../../lib/email.ts";
import { createSmtp, failureFacts } from "./smtp.ts";

const mail = {
  id: 1,
  messageId: "<1@cairn.test>",
  from: { name: "Cairn", address: "cairn@school.test" },
  to: "amina@example.test",
  subject: "A subject",
  text: "Words.\n",
  html: null,
  unsubscribe: null,
  date: new Date(),
};

let server: MailServer;
let port: string;
beforeAll(async () => {
  server = await openMailServer({ account: "cairn p@ss/word" });
  port = new URL(server.url).port;
});
afterAll(() => server.close());

const send = (address: string, signal = new AbortController().signal) =>
  createSmtp(address, "cairn.test").send(mail, signal);
const failureOf = (sending: Promise<void>) => sending.then(() => null, failureFacts);

test("the user and password of SMTP_URL are percent-decoded to sign in", async () => {
  await send(`smtp://cairn:p%40ss%2Fword@127.0.0.1:${port}`);
  expect(server.signIns).toEqual(["cairn p@ss/word"]);
  expect(server.taken).toHaveLength(1);
});

test.each([
  ["https://cairn.school.example.", "cairn.school.example"],
  ["http://192.168.1.5:5000", "[192.168.1.5]"],
  ["http://[fd00::5]", "[IPv6:fd00::5]"],
])("a site at %s greets the mail server as %s, and mails come from there", async (publicUrl, domain) => {
  const { mailFrom } = readConfig({ PUBLIC_URL: publicUrl });
  const { protocol, host } = new URL(server.url);
  const url = `${protocol}//cairn:p%40ss%2Fword@${host}`;
  await createSmtp(url, mailDomain(publicUrl)).send(
    { ...mail, from: { ...mailFrom, name: "Cairn" } },
    new AbortController().signal,
  );
  expect(server.senders.at(-1)).toEqual({ greeting: domain.toLowerCase(), from: `no-reply@${domain}` });
});

test("a refused password is a failure that the log explains without the password", async () => {
  const facts = await failureOf(send(`smtp://cairn:hunter2@127.0.0.1:${port}`));
  expect(facts).toMatchObject({
    responseCode: 535,
    reason: expect.stringContaining("authentication failed"),
  });
  expect(JSON.stringify(facts)).not.toContain("hunter2");
});

test("a password is never sent unencrypted over a network", async () => {
  server.signIns.length = 0;
  // Every address of this machine, and so not plainly this machine.
  const facts = await failureOf(send(`smtp://cairn:p%40ss%2Fword@0.0.0.0:${port}`));
  expect(facts).toMatchObject({ code: "ETLS" });
  expect(server.signIns).toEqual([]);
});

test("an aborted mail fails at once", async () => {
  const calledOff = AbortSignal.abort();
  await expect(send(`smtp://cairn:p%40ss%2Fword@127.0.0.1:${port}`, calledOff)).rejects.toThrow();
});

test.each([
  ["an answer to the mail's words", { code: "EMESSAGE", command: "DATA", message: "spam: https://secret" }],
  ["anything unforeseen", new Error("https://secret")],
])("the log line about %s does not quote it", (_case, error) => {
  expect(JSON.stringify(failureFacts(error))).not.toContain("secret");
});
