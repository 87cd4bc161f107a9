import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Role, SessionTokens } from "@cairn/contract";
import type { InjectOptions } from "fastify";
import pino from "pino";
import { type App, type AppDependencies, buildApp } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import { systemClock } from "../lib/clock.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { noticesOf } from "./notices.ts";

export interface TestApp extends App {
  readonly db: TestDatabase;
  readonly mediaDir: string;
  /** Moves this app's clock forward. */
  passTime(milliseconds: number): void;
  call(method: InjectOptions["method"], url: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of an answer is what the test is about
  readonly body: any;
}

/** The whole app on a real embedded database of its own, reached without a socket. */
export async function buildTestApp(
  settings: Partial<Config> = {},
  siteDir: string | null = null,
  replaced: Partial<Pick<AppDependencies, "log" | "outsideLimits" | "liveLimits" | "room">> & {
    db?: TestDatabase;
  } = {},
): Promise<TestApp> {
  const db = replaced.db ?? (await openTestDatabase());
  const mediaDir = join(db.dataDir, "media");
  await mkdir(mediaDir, { recursive: true });
  let ahead = 0;
  /** Answers that the contract does not know; whoever called hears of them. */
  const misfits: string[] = [];
  const app = await buildApp({
    config: { ...readConfig({ DATA_DIR: db.dataDir }), ...settings },
    secret: "a secret of the tests, long enough to sign",
    log: pino({ level: "silent" }),
    mediaDir,
    siteDir,
    clock: () => new Date(systemClock().getTime() + ahead),
    strictAnswers: {
      oneIn: 1,
      onMisfit(problem) {
        misfits.push(problem);
        throw new Error(problem);
      },
    },
    ...replaced,
    db,
  });
  const noticesHeard = await noticesOf(db);

  return Object.assign(app, {
    db,
    mediaDir,
    passTime(milliseconds: number) {
      ahead += milliseconds;
    },
    async call(
      method: InjectOptions["method"],
      url: string,
      { body, token, headers, from }: CallOptions = {},
    ) {
      await noticesHeard();
      const reply = await app.http.inject({
        method,
        url,
        remoteAddress: from ?? "198.51.100.7",
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as InjectOptions["payload"] }),
      });
      const [misfit] = misfits.splice(0);
      if (misfit) throw new Error(misfit);
      const type = String(reply.headers["content-type"] ?? "");
      const isPlain = reply.headers["content-encoding"] === undefined && reply.payload !== "";
      const isJson = type.startsWith("application/json") && isPlain;
      return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body };
    },
    async close() {
      await app.http.close();
      await db.remove();
    },
  });
}

let registered = 0;
export const password = "correct horse battery";

export const registration = (facts: Record<string, unknown> = {}) => {
  registered += 1;
  return {
    name: `Member ${registered}`,
    email: `member-${registered}@example.test`,
    role: "User",
    password,
    ...facts,
  };
};

/** Somebody who has just registered, with the tokens of that session. */
export async function registerMember(
  app: TestApp,
  role: Role = "User",
): Promise<SessionTokens & { readonly email: string }> {
  const sent = registration({ role });
  const answer = await app.call("POST", "/auth/register", { body: sent });
  if (answer.status !== 201) throw new Error(`registering failed: ${JSON.stringify(answer.body)}`);
  return { ...answer.body, email: sent.email };
}
