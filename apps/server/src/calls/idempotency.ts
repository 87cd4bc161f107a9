import type { EndpointDefinition } from "@cairn/contract";
import { hashJson } from "@cairn/node";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Database, Transaction } from "../db/database.ts";
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

type Handler<Endpoint extends EndpointDefinition> = (
  request: EndpointRequest<Endpoint>,
  transact: Transact<ReplyOf<Endpoint>>,
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
        if (typeof key !== "string") return handler(request, (work) => db.transaction(work), reply);
        try {
          return await handler(
            request,
            (work, sent = ownBody) =>
              db.transaction((tx) => inTransaction(tx, { userId, key, hash: hashOf(sent) }, work, reply)),
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
