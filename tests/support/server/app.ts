import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { limits, type Role, type SessionTokens } from "@cairn/contract";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import pino from "pino";
import { type App, type AppDependencies, buildApp } from "../../../apps/server/src/app.ts";
import { type Config, readConfig } from "../../../apps/server/src/config.ts";
import { systemClock } from "../../../apps/server/src/lib/clock.ts";
import { hashPassword } from "../../../apps/server/src/modules/auth/passwords.ts";
import { insertSession } from "../../../apps/server/src/modules/auth/sessions.repository.ts";
import {
  createAccessTokens,
  hashRefreshToken,
  newRefreshToken,
  newSessionId,
} from "../../../apps/server/src/modules/auth/tokens.ts";
import type { MediaStore } from "../../../apps/server/src/modules/media/store/media-store.ts";
import { insertUser } from "../../../apps/server/src/modules/users/users.repository.ts";
import { password } from "./argon2.ts";
import type { TestDatabase } from "./database.ts";
import { takeDatabase } from "./kept-database.ts";
import { noticesOf } from "./notices.ts";
import { testRedis } from "./redis.ts";
import { openTestStore } from "./store.ts";
import { useStrictAnswers } from "./strict-answers.ts";

export { password };

export interface TestApp extends App {
  readonly db: TestDatabase;
  readonly store: MediaStore;
  /** Lets a file lie in the store, without a row. */
  storeFile(key: string, bytes: Uint8Array, type?: string): Promise<void>;
  /** What this app's clock says. */
  now(): Date;
  /** Signs a member in without a call. */
  startSession(userId: number): Promise<Pick<SessionTokens, "access_token" | "refresh_token">>;
  /** Moves this app's clock forward. */
  passTime(milliseconds: number): void;
  /** A request once this app knows what was committed before, also by a test that writes into the database itself. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** The same for a call, whose answer has to be as the contract says. */
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

/** The site as `npm test` has built it. */
export const builtSite = join(import.meta.dirname, "../../../apps/web/dist");

/** Apps of one database share it, as instances of one site do. */
export const testSecret = ({ dataDir }: TestDatabase): string =>
  `a secret of the tests, long enough to sign in ${dataDir}`;

/** The whole app on a real embedded database of its own, reached without a socket. */
export async function buildTestApp(
  settings: Partial<Config> = {},
  siteDir: string | null = null,
  replaced: Partial<
    Pick<
      AppDependencies,
      "secret" | "log" | "externalLimits" | "linkPause" | "liveLimits" | "room" | "pageProgram"
    >
  > & {
    db?: TestDatabase;
    store?: MediaStore;
  } = {},
): Promise<TestApp> {
  const db = replaced.db ?? (await takeDatabase());
  const store = replaced.store ?? (await openTestStore(join(db.dataDir, "media")));
  const secret = replaced.secret ?? testSecret(db);
  const accessTokens = createAccessTokens(secret);
  let ahead = 0;
  const now = () => new Date(systemClock().getTime() + ahead);
  /** Answers that the contract does not know; the caller gets an error. */
  const misfits: string[] = [];
  const app = await buildApp({
    // The writers of the tests send more than one member does.
    config: {
      ...readConfig({ DATA_DIR: db.dataDir, REDIS_URL: testRedis(), MEMBER_WAITING_POSTS: "10000" }),
      ...settings,
    },
    secret,
    // What is tried is the counting, on a machine that has other things to do.
    redisTimeoutMs: 5_000,
    log: pino({ level: "silent" }),
    siteDir,
    clock: now,
    watchAnswers: (http) =>
      useStrictAnswers(http, {
        onMisfit(problem) {
          misfits.push(problem);
          throw new Error(problem);
        },
      }),
    ...replaced,
    db,
    store,
  });
  const noticesHeard = await noticesOf(db);
  const inject = async (request: InjectOptions) => {
    await noticesHeard();
    return app.http.inject(request);
  };

  return Object.assign(app, {
    db,
    store,
    inject,
    now,
    async startSession(userId: number) {
      const [id, refreshToken, at] = [newSessionId(), newRefreshToken(), now()];
      const refreshTokenHash = hashRefreshToken(refreshToken);
      const session = { id, userId, refreshTokenHash, userAgent: null, createdAt: at };
      await insertSession(db.query, { ...session, passwordHash: undefined, places: [] });
      const expires = new Date(at.getTime() + limits.accessTokenSeconds * 1000);
      const access_token = await accessTokens.sign({ userId, sessionId: id }, at, expires);
      return { access_token, refresh_token: refreshToken };
    },
    async storeFile(key: string, bytes: Uint8Array, type = "application/octet-stream") {
      const path = join(store.incoming, randomUUID());
      await writeFile(path, bytes);
      const sha256 = createHash("sha256").update(bytes).digest();
      await store.put(key, path, { bytes: bytes.length, sha256, type });
    },
    passTime(milliseconds: number) {
      ahead += milliseconds;
    },
    async call(
      method: InjectOptions["method"],
      url: string,
      { body, token, headers, from }: CallOptions = {},
    ) {
      const reply = await inject({
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
      store.close();
      await db.remove();
    },
  });
}

let registered = 0;

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

export type Member = SessionTokens & { readonly name: string; readonly email: string };

/** Somebody who has just registered by the call for it: where registering, signing in or mails are the subject. */
export async function signUp(app: TestApp, role: Role = "User"): Promise<Member> {
  const sent = registration({ role });
  const answer = await app.call("POST", "/auth/register", { body: sent });
  if (answer.status !== 201) throw new Error(`registering failed: ${JSON.stringify(answer.body)}`);
  return { ...answer.body, name: sent.name, email: sent.email };
}

/** A member with a confirmed email, signed in: the rows that the calls leave, and no mail. */
export async function registerMember(
  app: TestApp,
  role: Role = "User",
  facts: { name?: string; verifiedAt?: Date } = {},
): Promise<Member> {
  const { name, email } = registration(facts);
  const createdAt = app.now();
  const account = { ...facts, name, email, phone: null, role, createdAt, emailConfirmedAt: createdAt };
  const { id } = await insertUser(app.db.query, { ...account, passwordHash: await hashPassword(password) });
  return { ...(await app.startSession(id)), role, user_id: id, name, email };
}

/** One with the server's grant. */
export const verifiedAdmin = (app: TestApp): Promise<Member> =>
  registerMember(app, "Admin", { verifiedAt: app.now() });

/** Whom most stories are about. */
export const makePeople = async (app: TestApp) => ({
  writer: await registerMember(app, "TechWriter"),
  other: await registerMember(app, "TechWriter"),
  admin: await verifiedAdmin(app),
});

/** What a call of this member sends. */
export const by = (member: Member, body?: unknown): CallOptions => ({
  token: member.access_token,
  ...(body !== undefined && { body }),
});
