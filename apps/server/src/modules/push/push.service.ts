import { type PushMessage, pushLimits } from "@cairn/contract";
import webPush from "web-push";
import { type Bearer, signedIn } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { Job } from "../../db/jobs.ts";
import { type JobRunner, TryAgain } from "../../jobs/jobs.ts";
import { withoutAction } from "../../lib/action-text.ts";
import { fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { cutText } from "../../lib/cut-text.ts";
import { ExternalFailure } from "../../lib/external-failure.ts";
import { outsideAddress } from "../../lib/outside-address.ts";
import { createSafeFetch, type SafeFetchSettings } from "../../lib/safe-fetch.ts";
import { Tally } from "../../lib/tally.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { UserService } from "../users/users.service.ts";
import {
  deleteSubscription,
  deleteSubscriptionOf,
  devicesOf,
  type FoundPush,
  findPush,
  noteFailures,
  replaceSubscription,
} from "./push.repository.ts";
import { isPoint, pushKeysOf } from "./push-keys.ts";

interface Dependencies {
  readonly db: Database;
  readonly jobs: JobRunner;
  readonly users: UserService;
  readonly sessions: Pick<Sessions, "livesUntil">;
  readonly rateLimits: RateLimits;
  readonly config: {
    readonly publicUrl: string;
    readonly mailFrom: { readonly address: string };
    readonly pushHosts: readonly string[];
  };
  /** The key that signs pushes is derived from it. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: { warn(facts: object, message: string): void; error(facts: object, message: string): void };
  /** Overrides of the default limits for external calls. */
  readonly externalLimits?: Partial<SafeFetchSettings> | undefined;
}

const minute = 60_000;
/** Pushes sent at once: of all senders, of one, and of one sender to one push service. A member gets one at a time. */
const [atOnce, atOnceOfOne, atOnceToService] = [32, 16, 8];
/** Milliseconds for a push; one that takes longer is given up. */
const deadlineMs = 3_000;
/** The longest pause that a push service may ask for. */
const longestPause = 60 * minute;
const maxTries = 6;
/** Pushes given up one after the other, after which a device counts as gone. */
const maxFailures = 3;
/** UTF-16 units of a message's parts: with three bytes for each, far below the 4 KB that push services take. */
const lengths = { title: 160, text: 240, url: 300 };

/** A notice for the devices of several members. */
interface PushedNotice {
  readonly notificationId: number;
  /** In whose turn it is sent. */
  readonly sender: string;
  readonly userIds: readonly number[];
  readonly usefulUntil: Date;
}

interface Payload {
  readonly notification: number;
  readonly subscription: number;
  readonly user: string;
  /** Host and port of the push service. */
  readonly host: string;
  /** In milliseconds. */
  readonly giveUpAt: number;
}

/** What came of one request to a push service. */
type Outcome = "sent" | "gone" | "again" | "given up";

/**
 * Sends notices to browsers (docs/rules.md#pushes). A push is a hint, so it is sent once at most: after a kill it is dropped.
 * Only after a push service's own refusal, or a connection that never came about, it is tried again.
 */
export function createPushService(dependencies: Dependencies) {
  const { db, jobs, users, sessions, rateLimits, config, clock, log } = dependencies;
  const keys = pushKeysOf(dependencies.secret);
  const privateHosts = new Set(config.pushHosts);
  const fetch = createSafeFetch({
    deadlineMs,
    ...dependencies.externalLimits,
    anywhere: privateHosts,
    userAgent: `Cairn (+${config.publicUrl})`,
  });
  const subject = config.publicUrl.startsWith("https:")
    ? config.publicUrl
    : `mailto:${config.mailFrom.address}`;
  const outcomes = new Tally<Outcome>();

  /** The address in its usual form. @throws AppError invalid_input for one that must not be asked. */
  function addressOf(endpoint: string): string {
    const address = outsideAddress(endpoint, privateHosts);
    if (address === null) throw fieldError("endpoint", "must be the https address of a push service");
    if (address.length > pushLimits.endpointLength) throw fieldError("endpoint", "is too long");
    return address;
  }

  /** Leaves lanes of the sender to other members and other push services than those that are being asked. */
  function except(running: readonly Job<Payload>[]) {
    const asked = running.map(({ payload }) => payload.host);
    const host = asked.filter((one) => asked.filter((other) => other === one).length >= atOnceToService);
    return { user: running.map(({ payload }) => payload.user), host };
  }

  async function send(job: Job<Payload>): Promise<void> {
    const { notification, subscription, giveUpAt } = job.payload;
    const push = job.wasInterrupted ? null : await findPush(db.query, notification, subscription);
    if (!push) return;
    const now = clock();
    const livesUntil = await sessions.livesUntil(push.sessionId);
    if (!livesUntil || livesUntil <= now) return deleteSubscription(db.query, subscription);
    const secondsLeft = Math.floor((giveUpAt - now.getTime()) / 1000);
    if (secondsLeft <= 0) return;
    const made = requestOf(push, secondsLeft);
    if (!made) return settle(job, push, "gone");
    const { status, retryAfter } = await request(push.endpoint, made);
    return settle(job, push, outcomeOf(status), retryAfter);
  }

  /** Null for an address or keys that the library refuses. */
  function requestOf(push: FoundPush, secondsLeft: number): webPush.RequestDetails | null {
    const { endpoint, p256dh, auth, notificationId } = push;
    const options = {
      TTL: secondsLeft,
      topic: `notice-${notificationId}`,
      vapidDetails: { subject, ...keys },
    };
    try {
      return webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(messageOf(push)),
        options,
      );
    } catch {
      return null;
    }
  }

  /** The status of the push service's answer; 0 if there was no connection, null if no answer came. */
  async function request(endpoint: string, { headers, body }: webPush.RequestDetails) {
    const { "Content-Length": _length, ...others } = headers;
    const call = {
      method: "POST",
      headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body ?? []),
    } as const;
    try {
      return await fetch.ask(endpoint, call, async (response) => {
        await response.body?.cancel();
        return { status: response.status, retryAfter: response.headers.get("retry-after") };
      });
    } catch (error) {
      if (!(error instanceof ExternalFailure)) throw error;
      return { status: neverSent(error) ? 0 : null, retryAfter: null };
    }
  }

  async function settle(
    job: Job<Payload>,
    push: FoundPush,
    outcome: Outcome,
    retryAfter: string | null = null,
  ): Promise<void> {
    const dueAt = new Date(
      Math.max(sending.retryAt(job).getTime(), clock().getTime() + pauseFor(retryAfter)),
    );
    const isAgain = outcome === "again" && job.attempts < maxTries && dueAt.getTime() < job.payload.giveUpAt;
    const came = outcome === "again" && !isAgain ? "given up" : outcome;
    outcomes.add(came);
    if (isAgain) throw new TryAgain(`${job.payload.host} did not take a push`, dueAt);
    if (came === "gone") await deleteSubscription(db.query, push.subscriptionId);
    else if (came === "given up") await giveUp(push);
    else if (push.failures > 0) await noteFailures(db.query, push.subscriptionId, 0);
  }

  async function giveUp({ subscriptionId, failures, endpoint }: FoundPush): Promise<void> {
    // The rest of the address is a capability.
    log.warn({ pushService: serviceOf(endpoint) }, "a push was given up");
    if (failures + 1 < maxFailures) await noteFailures(db.query, subscriptionId, failures + 1);
    else await deleteSubscription(db.query, subscriptionId);
  }

  const sending = jobs.define<Payload>({
    name: "push",
    atOnce,
    atOnceOfOne,
    except,
    run: send,
    stop: () => fetch.close(),
  });

  return {
    /** The public key, base64url. */
    key: keys.publicKey,

    /** @throws AppError invalid_input. */
    async subscribe(
      bearer: Bearer,
      sent: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } },
    ): Promise<void> {
      const { userId, sessionId } = signedIn(bearer);
      await rateLimits.take("changeByUser", String(userId));
      await users.active(userId);
      const endpoint = addressOf(sent.endpoint);
      if (!isPoint(sent.keys.p256dh)) throw fieldError("p256dh", "must be a public key of a browser");
      const subscription = { userId, sessionId, endpoint, ...sent.keys, createdAt: clock() };
      await db.transaction((tx) => replaceSubscription(tx, subscription, pushLimits.devices));
    },

    async unsubscribe({ userId }: Bearer, endpoint: string): Promise<void> {
      await rateLimits.take("changeByUser", String(userId));
      const address = URL.canParse(endpoint) ? new URL(endpoint).href : endpoint;
      await deleteSubscriptionOf(db.query, userId, address);
    },

    /** Queues a notice for the devices of these members, in the caller's transaction. */
    async queue(tx: Transaction, notice: PushedNotice): Promise<void> {
      const { notificationId, sender, userIds, usefulUntil } = notice;
      if (userIds.length === 0) return;
      const dueAt = clock();
      const pushes = (await devicesOf(tx, userIds)).map(({ id, userId, endpoint }) => {
        const payload = {
          notification: notificationId,
          subscription: id,
          user: String(userId),
          host: serviceOf(endpoint),
          giveUpAt: usefulUntil.getTime(),
        };
        return { key: `${notificationId} ${id}`, sender, payload, dueAt };
      });
      await sending.add(tx, pushes);
    },

    /** Outcomes of pushes in this process, for metrics. */
    outcomes,
  };
}
export type PushService = ReturnType<typeof createPushService>;

const serviceOf = (endpoint: string) => new URL(endpoint).host;

/** Without the action in brackets, as mails have it. */
const messageOf = ({ notificationId, message, subMessage, url }: FoundPush): PushMessage => ({
  id: notificationId,
  title: cutText(message, lengths.title),
  text: cutText(withoutAction(subMessage), lengths.text),
  url: url !== null && url.length <= lengths.url ? url : "/",
});

function outcomeOf(status: number | null): Outcome {
  if (status === null) return "given up";
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 0 || status === 429 || status >= 500 ? "again" : "given up";
}

/** Milliseconds of the pause that a push service asks for, in seconds. */
const pauseFor = (retryAfter: string | null): number =>
  /^\d{1,6}$/.test(retryAfter ?? "") ? Math.min(Number(retryAfter) * 1000, longestPause) : 0;

/** Codes of failures before anything was sent. */
const unconnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"];
const neverSent = ({ code }: ExternalFailure) =>
  code !== undefined && [...unconnected, "UND_ERR_CONNECT_TIMEOUT"].includes(code);
