import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A message that arrived, whatever the answer was. */
export interface ReceivedMessage {
  readonly id: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a body is what the test is about
  readonly body: any;
  readonly headers: IncomingHttpHeaders;
}

/** A status; "hang up": the connection breaks; "hang": no answer comes until the release. */
type PlannedAnswer = number | "hang up" | "hang";

export interface WebhookReceiver {
  readonly url: string;
  /** As WEBHOOK_HOSTS takes it. */
  readonly host: string;
  readonly received: ReceivedMessage[];
  /** The answer to every message, but for those that are planned. */
  usual: PlannedAnswer;
  /** Answers to the messages to come, in order. */
  answer(...answers: PlannedAnswer[]): void;
  /** Breaks the connections that hang. */
  release(): void;
  /** Resolves once so many messages have arrived. */
  hasReceived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** The other end of a webhook, on loopback. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = [];
  const plan: PlannedAnswer[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const hanging: IncomingMessage[] = [];

  function take(request: IncomingMessage, text: string): PlannedAnswer {
    const id = String(request.headers["webhook-id"]);
    received.push({ id, text, body: JSON.parse(text), headers: request.headers });
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    return plan.shift() ?? receiver.usual;
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = take(request, Buffer.concat(chunks).toString("utf8"));
      if (answer === "hang up") request.socket.destroy();
      else if (answer === "hang") hanging.push(request);
      else response.writeHead(answer, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const receiver: WebhookReceiver = {
    url: `http://${host}/hook`,
    host,
    received,
    usual: 204,
    answer: (...answers) => plan.push(...answers),
    release() {
      for (const { socket } of hanging.splice(0)) socket.destroy();
    },
    hasReceived: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}

/** Whether a message is signed with this secret, by the text of Standard Webhooks and nothing of the server's. */
export function isSigned({ text, headers }: ReceivedMessage, secret: string): boolean {
  const { "webhook-id": id, "webhook-timestamp": sentAt, "webhook-signature": signatures } = headers;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${sentAt}.${text}`).digest();
  return String(signatures)
    .split(" ")
    .some((signature) => {
      const [version, value = ""] = signature.split(",");
      const given = Buffer.from(value, "base64");
      return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
    });
}
