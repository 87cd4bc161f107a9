import {
  type Delivery,
  limits,
  type NewWebhook,
  testEvent,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  webhookLimits,
} from "@cairn/contract";
import type { Database, DatabaseLog, Queries, Transaction } from "../../db/database.ts";
import type { Job } from "../../db/jobs.ts";
import { type JobRunner, TryAgain } from "../../jobs/jobs.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import { headOf } from "../../lib/cut-text.ts";
import { ExternalFailure } from "../../lib/external-failure.ts";
import { outsideAddress } from "../../lib/outside-address.ts";
import { createSafeFetch, type SafeFetchSettings } from "../../lib/safe-fetch.ts";
import { createSealedTexts } from "../../lib/sealed-text.ts";
import { bodyOf, dataOf, type Happening } from "./happenings.ts";
import { newWebhookSecret, signatureHeaders } from "./signature.ts";
import {
  allWebhooks,
  type DeliveryRow,
  deleteOldDeliveries,
  deleteWebhook,
  deliveriesOf,
  findWaiting,
  findWebhook,
  insertDeliveries,
  insertDelivery,
  insertWebhook,
  noteArrival,
  noteAttempt,
  noteFailing,
  restartDelivery,
  updateWebhook,
  type WebhookRow,
} from "./webhooks.repository.ts";

interface Dependencies {
  readonly db: Database;
  readonly jobs: JobRunner;
  readonly config: { readonly webhookHosts: readonly string[] };
  readonly publicUrl: string;
  /** Encrypts the webhooks' secrets. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: DatabaseLog;
  /** Overrides of the default limits for external calls. */
  readonly externalLimits?: Partial<SafeFetchSettings> | undefined;
}

const hour = 60 * 60_000;
const day = 24 * hour;
const deadlineMs = 10_000;
/** How long a delivery is tried. */
const triedFor = day;
/** A webhook whose every attempt has failed for so long is turned off. */
const patience = 3 * day;
const keptFor = 7 * day;
const keptMost = 10_000;
/** The sealed secrets name it in place of a recipient: the row has no id yet. */
const owner = "webhook";

/** What came of one attempt; `error` is null if the receiver took it. */
interface Outcome {
  readonly status: number | null;
  readonly error: string | null;
}

/**
 * Tells other sites what happens here (docs/rules.md#webhooks). A delivery is a row of the transaction that it tells of:
 * after a rollback it never existed, after a commit it is sent at least once, also if the process dies.
 */
export function createWebhookService({
  db,
  jobs,
  config,
  publicUrl,
  secret,
  clock,
  log,
  externalLimits,
}: Dependencies) {
  const secrets = createSealedTexts(secret, "secrets of webhooks");
  const privateHosts = new Set(config.webhookHosts);
  const fetch = createSafeFetch({
    deadlineMs,
    ...externalLimits,
    anywhere: privateHosts,
    userAgent: `Cairn (+${publicUrl})`,
  });

  let isStopping = false;

  /** The address in its usual form. @throws AppError invalid_input for one that must not be asked */
  function addressOf(url: string): string {
    const address = outsideAddress(url, privateHosts);
    if (address === null) {
      throw fieldError(
        "url",
        "must be an https address of the public internet, or of a host that the operator lists in WEBHOOK_HOSTS",
      );
    }
    if (address.length > webhookLimits.urlLength) throw fieldError("url", "is too long");
    return address;
  }

  async function known(on: Queries, id: number): Promise<WebhookRow> {
    const webhook = await findWebhook(on, id);
    if (!webhook) throw new AppError("webhook_not_found");
    return webhook;
  }

  async function deliver(job: Job): Promise<void> {
    const found = await findWaiting(db.query, Number.parseInt(job.key ?? "", 10));
    if (!found) return;
    const { delivery, webhook } = found;
    const outcome = webhook.isOn
      ? await attempt(delivery, webhook)
      : { status: null, error: "The webhook is off" };
    const now = clock();
    if (outcome.error === null) {
      await noteAttempt(db.query, delivery.id, { ...outcome, sentAt: now });
      return noteArrival(db.query, webhook.id);
    }
    const isOver = !webhook.isOn || now >= delivery.giveUpAt;
    await noteAttempt(db.query, delivery.id, { ...outcome, ...(isOver && { failedAt: now }) });
    if (webhook.isOn) await noteFailure(webhook, outcome, now);
    if (isOver) return;
    // The last attempt is at the very end of its time.
    const next = Math.min(sending.retryAt(job).getTime(), delivery.giveUpAt.getTime());
    throw new TryAgain(outcome.error, new Date(next));
  }

  /** Turns a webhook off that has failed for days, or whose receiver says that it is gone for good (410). */
  async function noteFailure({ id }: WebhookRow, { status }: Outcome, now: Date): Promise<void> {
    const since = await noteFailing(db.query, id, now);
    if (status !== 410 && now.getTime() - since.getTime() < patience) return;
    await updateWebhook(db.query, id, { isOn: false });
    log.warn(
      { webhook: id, since },
      "a webhook was turned off: nothing arrived for days, or its receiver is gone",
    );
  }

  async function attempt(
    { messageId, body }: DeliveryRow,
    { url, sealedSecret }: WebhookRow,
  ): Promise<Outcome> {
    const opened = secrets.open(sealedSecret, owner);
    if (opened === null) {
      return { status: null, error: "AUTH_SECRET has changed: delete this webhook and make it again" };
    }
    const headers = {
      "content-type": "application/json",
      ...signatureHeaders(opened, { id: nameOf(messageId), sentAt: clock(), body }),
    };
    try {
      return await fetch.ask(url, { method: "POST", headers, body }, async (response) => {
        // What it says beyond the status is not read.
        response.body?.cancel().catch(() => {});
        const { status } = response;
        if (status >= 200 && status < 300) return { status, error: null };
        const isRedirect = status >= 300 && status < 400;
        return {
          status,
          error: `It answered ${status}${isRedirect ? ", and redirects are not followed" : ""}`,
        };
      });
    } catch (error) {
      // A stop has aborted it, which is no attempt.
      if (isStopping || !(error instanceof ExternalFailure)) throw error;
      return { status: null, error: headOf(`It ${wordsFor(error)}`, 300) };
    }
  }

  const sending = jobs.define<unknown>({
    name: "webhook",
    // A lane for each webhook: one whose receiver hangs holds up no other.
    atOnce: webhookLimits.ofSite,
    run: deliver,
    stop() {
      isStopping = true;
      return fetch.close();
    },
  });

  /** By the attempts before it: the job of a replay is another than one that is about to end. */
  const jobOf = (
    { id, webhookId, attempts }: Pick<DeliveryRow, "id" | "webhookId" | "attempts">,
    dueAt: Date,
  ) => ({ key: `${id} ${attempts}`, sender: `webhook ${webhookId}`, dueAt });

  const newDelivery = (event: WebhookEvent | typeof testEvent, data: Parameters<typeof bodyOf>[2]) => {
    const createdAt = clock();
    const giveUpAt = new Date(createdAt.getTime() + triedFor);
    return { event, body: bodyOf(event, createdAt, data), createdAt, giveUpAt };
  };

  return {
    /**
     * Queues what happened for every webhook that wants it, in the caller's transaction. Call it before the notices:
     * they hold locks until the commit.
     */
    async announce(tx: Transaction, happening: Happening): Promise<void> {
      const delivery = newDelivery(happening.event, dataOf(happening, publicUrl));
      const added = await insertDeliveries(tx, delivery);
      await sending.add(
        tx,
        added.map((row) => jobOf({ ...row, attempts: 0 }, delivery.createdAt)),
      );
    },

    list: async (): Promise<Webhook[]> => (await allWebhooks(db.query, webhookLimits.ofSite)).map(present),

    /** @throws AppError invalid_input, list_full */
    async create({ url, events }: { url: string; events: WebhookEvent[] }): Promise<NewWebhook> {
      const signingSecret = newWebhookSecret();
      const webhook = {
        url: addressOf(url),
        events,
        sealedSecret: secrets.seal(signingSecret, owner),
        createdAt: clock(),
      };
      const row = await db.transaction((tx) => insertWebhook(tx, webhook, webhookLimits.ofSite));
      ensure(row, "list_full", {
        sentence: `There are ${webhookLimits.ofSite} webhooks, which is the most. Delete one first.`,
      });
      return { ...present(row), secret: signingSecret };
    },

    /** Turned on again, a webhook has another three days. @throws AppError webhook_not_found, invalid_input */
    async change(id: number, { url, events, on }: WebhookChange): Promise<Webhook> {
      const change = {
        ...(url !== undefined && { url: addressOf(url) }),
        ...(events && { events }),
        ...(on !== undefined && { isOn: on }),
        ...(on && { failingSince: null }),
      };
      if (Object.keys(change).length === 0) return present(await known(db.query, id));
      const row = await updateWebhook(db.query, id, change);
      if (!row) throw new AppError("webhook_not_found");
      return present(row);
    },

    /** @throws AppError webhook_not_found */
    async remove(id: number): Promise<void> {
      if (!(await deleteWebhook(db.query, id))) throw new AppError("webhook_not_found");
    },

    /** @throws AppError webhook_not_found, webhook_off */
    test: (id: number): Promise<Delivery> =>
      db.transaction(async (tx) => {
        ensure((await known(tx, id)).isOn, "webhook_off");
        const row = await insertDelivery(tx, id, newDelivery(testEvent, { url: publicUrl }));
        await sending.add(tx, [jobOf(row, row.createdAt)]);
        return presentDelivery(row);
      }),

    /** Those of the last seven days, the newest first. @throws AppError invalid_cursor, webhook_not_found */
    async deliveries(
      id: number,
      { cursor, per_page: perPage = limits.adminPage }: { cursor?: string; per_page?: number },
    ): Promise<{ items: Delivery[]; next: string | null }> {
      const before = cursor === undefined ? null : decodeCursor(cursor).id;
      await known(db.query, id);
      const rows = await deliveriesOf(db.query, id, before, perPage + 1);
      const shown = rows.slice(0, perPage);
      const last = shown.at(-1);
      return {
        items: shown.map(presentDelivery),
        next: last && rows.length > perPage ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
      };
    },

    /** Sends it again, or at once if it waits. @throws AppError webhook_not_found, delivery_not_found, webhook_off */
    replay: (id: number, deliveryId: number): Promise<Delivery> =>
      db.transaction(async (tx) => {
        ensure((await known(tx, id)).isOn, "webhook_off");
        const now = clock();
        const giveUpAt = new Date(now.getTime() + triedFor);
        const row = await restartDelivery(tx, { id: deliveryId, webhookId: id, giveUpAt });
        if (!row) throw new AppError("delivery_not_found");
        await sending.add(tx, [jobOf(row, now)]);
        return presentDelivery(row);
      }),

    sweep: () => deleteOldDeliveries(db.query, new Date(clock().getTime() - keptFor), keptMost),
  };
}
export type WebhookService = ReturnType<typeof createWebhookService>;

function wordsFor({ code, message }: ExternalFailure): string {
  if (code === "private") return "has a private address";
  // Without a code it took too long, which the message says.
  return code === undefined ? message : `did not answer (${code})`;
}

/** The header `webhook-id`. */
const nameOf = (messageId: string) => `msg_${messageId}`;

const present = ({ id, url, events, isOn, failingSince, createdAt }: WebhookRow): Webhook => ({
  id,
  url,
  events,
  on: isOn,
  failing_since: failingSince?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});

const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  message_id: nameOf(row.messageId),
  event: row.event,
  state: row.sentAt ? "sent" : row.failedAt ? "failed" : "waiting",
  attempts: row.attempts,
  status: row.status,
  error: row.error,
  created_at: row.createdAt.toISOString(),
});
