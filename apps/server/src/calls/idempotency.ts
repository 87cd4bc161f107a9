import { randomInt, randomUUID } from "node:crypto";
import { type EndpointDefinition, type ErrorCode, errorStatus } from "@cairn/contract";
import { hashJson } from "@cairn/node";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Database, Transaction } from "../db/database.ts";
import { raisedCode } from "../db/errors.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { memberOf } from "./bearer.ts";
import {
  claimKey,
  deleteKeysBefore,
  findAnswer,
  type KeyedCall,
  storeAnswer,
} from "./idempotency.repository.ts";
import { type EndpointRequest, mount, type ReplyOf } from "./mount.ts";

const keptFor = 24 * 60 * 60 * 1000;

/**
 * Runs a call's work in one transaction, once per Idempotency-Key, and returns its result: the call's answer. It throws
 * if the key was used before, so the caller's later code is skipped: it ran the first time. `sent` replaces the body of
 * a call that is not JSON (its fields and the hash of its file).
 */
export type Transact<Answer> = (
  work: (tx: Transaction) => Promise<Answer>,
  sent?: unknown,
) => Promise<Answer>;

/**
 * Runs a call's work as one statement of migrations/0009_comments_and_likes.sql, once per Idempotency-Key: the
 * statement claims the key and stores the answer. `form` is that answer, with placeholders for values that only the
 * statement knows. It throws like Transact if the key was used before. @throws AppError with the code that the
 * statement raised.
 */
export type Once<Answer> = <Row extends FirstAnswer>(
  run: (key: KeyOfCall) => Promise<Row>,
  form: () => Answer,
) => Promise<Row>;

/** The statement's arguments about the key; `idempotencyKey` is null for a call without one. */
export interface KeyOfCall {
  readonly idempotencyKey: string | null;
  readonly hash: Buffer | null;
  readonly expired: Date;
  readonly answerStatus: number;
  readonly answerForm: string | null;
}

/** The stored answer of the first call with this key; null if this is the first. */
interface FirstAnswer {
  readonly firstStatus: number | null;
  readonly firstAnswer: string | null;
}

/** Placeholders that no sender can guess, so that nothing they wrote is replaced. */
export const placeholders = () => ({ number: randomInt(2 ** 47, 2 ** 48 - 1), text: randomUUID() });

type Handler<Endpoint extends EndpointDefinition> = (
  request: EndpointRequest<Endpoint>,
  transact: Transact<ReplyOf<Endpoint>>,
  once: Once<ReplyOf<Endpoint>>,
  reply: FastifyReply,
) => Promise<ReplyOf<Endpoint>>;

export function createKeyedCalls({ db, clock }: { db: Database; clock: Clock }) {
  const expired = () => new Date(clock().getTime() - keptFor);

  /** One transaction does the work and stores the key with the answer: a crash leaves both or neither. */
  async function inTransaction<Answer>(
    tx: Transaction,
    call: KeyedCall,
    work: (tx: Transaction) => Promise<Answer>,
    reply: FastifyReply,
  ): Promise<Answer> {
    if (!(await claimKey(tx, call, clock(), expired()))) throw await answeredBefore(tx, call);
    const answer = await work(tx);
    await storeAnswer(tx, call, reply.statusCode, String(reply.serialize(answer)));
    return answer;
  }

  return {
    /** `mount` for calls with an Idempotency-Key: members' calls with one success status. */
    mount<const Endpoint extends EndpointDefinition & { readonly keyed: true }>(
      app: FastifyInstance,
      endpoint: Endpoint,
      handler: Handler<Endpoint>,
    ): void {
      const [status = 200] = Object.keys(endpoint.replies).map(Number);
      mount(app, endpoint, async (request, reply) => {
        reply.code(status);
        const { userId } = memberOf(request);
        const key = request.headers["idempotency-key"];
        const hashOf = (sent: unknown) => {
          const { params, query } = request;
          return hashJson({ method: endpoint.method, path: endpoint.path, params, query, sent });
        };
        const ownBody = endpoint.body && request.body;
        const once: Once<ReplyOf<typeof endpoint>> = async (run, form) => {
          const answerStatus = reply.statusCode;
          const named =
            typeof key === "string"
              ? { idempotencyKey: key, hash: hashOf(ownBody), answerForm: String(reply.serialize(form())) }
              : { idempotencyKey: null, hash: null, answerForm: null };
          const row = await run({ ...named, expired: expired(), answerStatus }).catch(refuse);
          const { firstStatus, firstAnswer } = row;
          if (firstStatus === null || firstAnswer === null) return row;
          throw new AnsweredBefore(firstStatus, firstAnswer);
        };
        if (typeof key !== "string") return handler(request, (work) => db.transaction(work), once, reply);
        try {
          return await handler(
            request,
            (work, sent = ownBody) =>
              db.transaction((tx) => inTransaction(tx, { userId, key, hash: hashOf(sent) }, work, reply)),
            once,
            reply,
          );
        } catch (thrown) {
          if (!(thrown instanceof AnsweredBefore)) throw thrown;
          reply.code(thrown.status).header("idempotent-replay", "true");
          return reply.type("application/json; charset=utf-8").send(thrown.answer);
        }
      });
    },

    /** Deletes expired keys, which may be used again. */
    sweep: () => deleteKeysBefore(db.query, expired()),
  };
}
export type KeyedCalls = ReturnType<typeof createKeyedCalls>;

function refuse(error: unknown): never {
  const code = raisedCode(error);
  throw code !== null && isErrorCode(code) ? new AppError(code) : error;
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatus, code);

/** Not a failure: ends the handler of a call that was answered before, and rolls back its transaction. */
class AnsweredBefore extends Error {
  readonly status: number;
  readonly answer: string;

  constructor(status: number, answer: string) {
    super("answered before");
    this.status = status;
    this.answer = answer;
  }
}

async function answeredBefore(tx: Transaction, call: KeyedCall): Promise<Error> {
  const first = await findAnswer(tx, call);
  if (!first?.callHash.equals(call.hash)) return new AppError("key_in_use");
  if (first.status === null || first.answer === null) throw new Error("a key was stored without its answer");
  return new AnsweredBefore(first.status, first.answer);
}
