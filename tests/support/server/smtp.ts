import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** What the server does with one mail, once it has the recipient and once it has the whole of it; "550 …" answers so. */
export type Answer = "take" | "refuse for now" | `5${string}` | "hang up" | "take and hang up";

export interface MailServer {
  readonly url: string;
  /** What was taken, as it came. */
  readonly taken: string[];
  /** Every recipient of an envelope, in the letters in which it was sent. */
  readonly recipients: string[];
  /** What each mail's client greeted with, and the sender of its envelope. */
  readonly senders: { readonly greeting: string; readonly from: string }[];
  /** Every user and password that was tried. */
  readonly signIns: string[];
  /** How many mails were begun. */
  readonly tries: number;
  /** Resolves once it has taken so many that `counts` counts. */
  hasTaken(count: number, counts?: (mail: string) => boolean): Promise<void>;
  /** Answers to the mails to come, in order; after them everything is taken. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

/** A real mail server on loopback; with `account` nobody sends who does not sign in, as "user password". */
export async function openMailServer({ account }: { account?: string } = {}): Promise<MailServer> {
  const taken: string[] = [];
  const signIns: string[] = [];
  const recipients: string[] = [];
  const senders: { greeting: string; from: string }[] = [];
  const plan: Answer[] = [];
  const waiting = new Set<() => void>();
  let tries = 0;
  const planned = new Map<string, Answer>();
  const reply = (text: string, responseCode: number) => Object.assign(new Error(text), { responseCode });

  const server = new SMTPServer({
    authOptional: account === undefined,
    disabledCommands: account === undefined ? ["STARTTLS", "AUTH"] : ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      signIns.push(`${username} ${password}`);
      if (signIns.at(-1) === account) done(null, { user: username });
      else done(reply("authentication failed", 535));
    },
    closeTimeout: 0,
    onMailFrom({ address }, { hostNameAppearsAs }, done) {
      senders.push({ greeting: String(hostNameAppearsAs), from: address });
      done();
    },
    onRcptTo(_address, session, done) {
      tries += 1;
      const answer = plan.shift() ?? "take";
      planned.set(session.id, answer);
      if (answer.startsWith("5")) done(reply(answer.slice(4), Number(answer.slice(0, 3))));
      else done(answer === "refuse for now" ? reply("come again later", 451) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const answer = planned.get(session.id);
        if (answer !== "hang up") taken.push(Buffer.concat(chunks).toString("utf8"));
        for (const look of waiting) look();
        if (answer === "hang up" || answer === "take and hang up") hangUp();
        else done();
      });
    },
  });
  // Connections break when a test wants them to.
  server.on("error", () => {});
  // The library names domains in Unicode.
  server.server.on("connection", (socket) =>
    socket.on("data", (chunk: Buffer) => {
      for (const [, address = ""] of chunk.toString().matchAll(/^RCPT TO:<(.*)>/gm)) recipients.push(address);
    }),
  );
  const hangUp = () => {
    for (const connection of server.connections) connection._socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    recipients,
    senders,
    signIns,
    get tries() {
      return tries;
    },
    hasTaken: (count, counts = () => true) =>
      new Promise((resolve) => {
        let [seen, counted] = [0, 0];
        const look = () => {
          for (; seen < taken.length; seen += 1) if (counts(taken[seen] ?? "")) counted += 1;
          if (counted < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    answer: (...answers) => plan.push(...answers),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
