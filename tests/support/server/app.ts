import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Role, SessionTokens } from "@cairn/contract";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import pino from "pino";
import { type App, type AppDependencies, buildApp } from "../../../apps/server/src/app.ts";
import { type Config, readConfig } from "../../../apps/server/src/config.ts";
import { systemClock } from "../../../apps/server/src/lib/clock.ts";
import type { MediaStore } from "../../../apps/server/src/modules/media/store/media-store.ts";
import { password } from "./argon2.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { noticesOf } from "./notices.ts";
import { testRedis } from "./redis.ts";
import { openTestStore } from "./store.ts";

export { password };

export interface TestApp extends App {
  readonly db: TestDatabase;
  readonly store: MediaStore;
  /** Lets a file lie in the store, without a row. */
  storeFile(key: string, bytes: Uint8Array, type?: string): Promise<void>;
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
  const db = replaced.db ?? (await openTestDatabase());
  const store = replaced.store ?? (await openTestStore(join(db.dataDir, "media")));
  let ahead = 0;
  /** Answers that the contract does not know; whoever called hears of them. */
  const misfits: string[] = [];
  const app = await buildApp({
    config: { ...readConfig({ DATA_DIR: db.dataDir, REDIS_URL: testRedis() }), ...settings },
    secret: testSecret(db),
    // What is tried is the counting, on a machine that has other things to do.
    redisPatience: 5_000,
    log: pino({ level: "silent" }),
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

/** Somebody who has just registered, with the tokens of that session. */
export async function registerMember(
  app: TestApp,
  role: Role = "User",
): Promise<SessionTokens & { readonly name: string; readonly email: string }> {
  const sent = registration({ role });
  const answer = await app.call("POST", "/auth/register", { body: sent });
  if (answer.status !== 201) throw new Error(`registering failed: ${JSON.stringify(answer.body)}`);
  return { ...answer.body, name: sent.name, email: sent.email };
}
