import type { EndpointDefinition } from "@cairn/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Database, Transaction } from "../db/database.ts";
import { AppError } from "../lib/app-error.ts";
import { hashJson } from "../lib/canonical-hash.ts";
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
 * Runs a call's work in one transaction, once per Idempotency-Key, and returns what the work resolves to: the call's
 * answer. It throws for a key that was used before, so that the caller's code after it is skipped: that was done the
 * first time. `sent` replaces the body of a call that is not JSON (its fields and its file's hash).
 */
export type Transact<Answer> = (
  work: (tx: Transaction) => Promise<Answer>,
  sent?: unknown,
) => Promise<Answer>;

type Handler<Endpoint extends EndpointDefinition> = (
  request: EndpointRequest<Endpoint>,
  transact: Transact<ReplyOf<Endpoint>>,
) => Promise<ReplyOf<Endpoint>>;

export function createKeyedCalls({ db, clock }: { db: Database; clock: Clock }) {
  const expired = () => new Date(clock().getTime() - keptFor);

  /** The transaction that does the work also stores the key and the answer: a crash leaves both or neither. */
  async function once<Answer>(
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
    /** `mount` for the contract's keyed calls, which are members' calls with one way to succeed. */
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
        if (typeof key !== "string") return handler(request, (work) => db.transaction(work));
        try {
          return await handler(request, async (work, sent = endpoint.body && request.body) => {
            const { params, query } = request;
            const hash = hashJson({ method: endpoint.method, path: endpoint.path, params, query, sent });
            return db.transaction((tx) => once(tx, { userId, key, hash }, work, reply));
          });
        } catch (thrown) {
          if (!(thrown instanceof AnsweredBefore)) throw thrown;
          reply
            .code(thrown.status)
            .header("idempotent-replay", "true")
            .type("application/json; charset=utf-8");
          // The bytes sent the first time; they bypass the serialiser that the handler's type describes.
          return reply.send(thrown.answer) as never;
        }
      });
    },

    /** Deletes expired keys, which may be used again. */
    sweep: () => deleteKeysBefore(db.query, expired()),
  };
}
export type KeyedCalls = ReturnType<typeof createKeyedCalls>;

/** Not a failure: ends a handler whose call was answered before, and rolls back its transaction. */
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
