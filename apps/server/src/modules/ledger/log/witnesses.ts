import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { LogState } from "@cairn/contract";
import { consistencyProof, readNote } from "@cairn/node";
import { formatSubmission, formatVerifierKey, readCheckpoint, splitNote, type Verifier } from "@cairn/tlog";
import type { WitnessAddress } from "../../../config.ts";
import type { Database } from "../../../db/database.ts";
import type { Clock } from "../../../lib/clock.ts";
import { ExternalFailure } from "../../../lib/external-failure.ts";
import { readBounded } from "../../../lib/read-bounded.ts";
import type { SafeFetch } from "../../../lib/safe-fetch.ts";
import {
  claimWitness,
  cosignaturesOf,
  type KeptCosignature,
  keepCosignature,
  noteFailure,
} from "./cosignatures.repository.ts";
import { newestCheckpoint, tilesOf } from "./log.repository.ts";
import type { SignedHead } from "./signed-heads.ts";

interface Dependencies {
  readonly db: Database;
  readonly witnesses: readonly WitnessAddress[];
  /** Bounded in time and size; may reach the witnesses' hosts. */
  readonly fetch: SafeFetch;
  readonly clock: Clock;
  readonly log: { warn(facts: object, message: string): void };
}

/**
 * Milliseconds for which one instance reserves a witness: longer than the three calls of an attempt. If that instance
 * is killed, the witness waits for so long.
 */
const claimedFor = 20_000;
/** Milliseconds before a witness that did not cosign is asked again; doubled each time, up to the second value. */
const firstWait = 1_000;
const longestWait = 60_000;
/** Milliseconds for which a start waits for witnesses. */
const latestWithin = 2_000;
/** Bytes of a witness's answer. */
const maxAnswer = 65_536;

/** A statement of a witness that contradicts the database. */
interface Contradiction {
  /** The checkpoint that it cosigned; null if it does not show one. */
  readonly head: SignedHead | null;
  /** The end of the sentence "the database ...". */
  readonly problem: string;
}

type Attempt = "cosigned" | { readonly failure: string } | Contradiction;

/** The log's witnesses: collects their cosignatures, and learns from them what was signed earlier. */
export function createLogWitnesses({ db, witnesses, fetch, clock, log }: Dependencies) {
  const known = witnesses.map(({ key, url }) => ({ key, url, id: formatVerifierKey(key) }));
  type Witness = (typeof known)[number];
  /** What witnesses contradict, until they cosign. */
  const problems = new Map<string, string>();

  /** The last checkpoint that it cosigned for this log, signed by one of `keys`; null if it does not show one. */
  async function latestOf(
    { url }: Witness,
    origin: string,
    keys: readonly Verifier[],
  ): Promise<SignedHead | null> {
    const hash = createHash("sha256").update(origin).digest("hex");
    const answer = await fetch.get(`${url}/${hash}/checkpoint`, "text/plain").catch(() => null); // away, or none yet
    const opened = answer && readNote(new TextDecoder().decode(answer.bytes), keys);
    const head = opened && readCheckpoint(opened.text);
    if (!opened || head?.origin !== origin) return null;
    return { ...head, note: `${opened.text}\n${opened.signatures.map(({ line }) => line).join("")}` };
  }

  /** Submits the checkpoint as a continuation of `oldSize`; retries once if the witness has seen another size. */
  async function submit(
    witness: Witness,
    head: SignedHead,
    oldSize: number,
    keys: readonly Verifier[],
    isSecond = false,
  ): Promise<Attempt> {
    const proof = await consistencyProof(tilesOf(db.query), oldSize, head.size);
    const { status, body } = await fetch.ask(
      `${witness.url}/add-checkpoint`,
      {
        method: "POST",
        headers: { "content-type": "text/plain; charset=utf-8" },
        body: formatSubmission({ oldSize, proof, note: head.note }),
      },
      async (answer) => ({
        status: answer.status,
        body: new TextDecoder().decode(await readBounded(answer.body, maxAnswer)),
      }),
    );
    if (status === 200) return keep(witness, head, body);
    const { name } = witness.key;
    const seen = status === 409 && /^(0|[1-9]\d{0,15})\n?$/.test(body) ? Number(body) : null;
    if (seen !== null && seen <= head.size && !isSecond) return submit(witness, head, seen, keys, true);
    if (seen !== null && seen > head.size) {
      const problem = `holds ${head.size} signed rows, and the witness ${name} has seen ${seen}`;
      return { head: await latestOf(witness, head.origin, keys), problem };
    }
    if (status === 422) {
      const problem = `holds other rows than the witness ${name} has seen`;
      return { head: await latestOf(witness, head.origin, keys), problem };
    }
    return { failure: `answered ${status}` };
  }

  async function keep(witness: Witness, head: SignedHead, body: string): Promise<Attempt> {
    const { text = "" } = splitNote(head.note) ?? {};
    // Signatures of other keys in the answer are ignored.
    const line = readNote(`${text}\n${body}`, [witness.key])?.signatures[0]?.line;
    if (line === undefined) return { failure: "sent no cosignature of its key" };
    await keepCosignature(db.query, witness.id, { checkpoint: text, line, askAfter: clock() });
    problems.delete(witness.id);
    return "cosigned";
  }

  /**
   * Asks one witness, if it is due and not reserved by another instance. @returns the head that the database
   * contradicts
   */
  async function askOne(witness: Witness, keys: readonly Verifier[]): Promise<SignedHead | null> {
    const now = clock();
    const row = (await newestCheckpoint(db.query))?.head;
    const [before] = await cosignaturesOf(db.query, [witness.id]);
    if (!row || isOn(before, row)) return null;
    const until = new Date(now.getTime() + claimedFor);
    const kept = await claimWitness(db.query, witness.id, { now, until });
    // Another instance may have signed and asked meanwhile.
    const head = kept && (await newestCheckpoint(db.query))?.head;
    if (!kept || !head) return null;
    const attempt = await submit(witness, head, sizeBefore(kept, head), keys).catch((error: unknown) => {
      if (error instanceof ExternalFailure) return { failure: error.message };
      throw error;
    });
    if (attempt === "cosigned") return null;
    const wait = Math.min(firstWait * 2 ** Math.min(kept.failures, 20), longestWait);
    await noteFailure(db.query, witness.id, new Date(clock().getTime() + wait));
    if ("problem" in attempt) {
      // A checkpoint with the log's signature outweighs a witness's statement.
      if (!attempt.head) problems.set(witness.id, attempt.problem);
      return attempt.head;
    }
    if (kept.failures === 0) {
      log.warn({ witness: witness.key.name, problem: attempt.failure }, "a witness did not cosign the log");
    }
    return null;
  }

  /** The newest cosignature of each witness for the log of this name; null if it has none. */
  async function cosignedBy(origin: string): Promise<{ witness: Witness; last: Cosigned | null }[]> {
    if (known.length === 0) return [];
    const kept = await cosignaturesOf(
      db.query,
      known.map(({ id }) => id),
    );
    return known.map((witness) => {
      const own = kept.find((one) => one.witness === witness.id);
      const last = own ? readCosigned(own, witness.key) : null;
      return { witness, last: last?.origin === origin ? last : null };
    });
  }

  return {
    count: known.length,

    /** The witnesses in the order of the settings. */
    state: async (origin: string): Promise<LogState["witnesses"]> =>
      (await cosignedBy(origin)).map(({ witness, last }) => ({
        name: witness.key.name,
        key: witness.id,
        size: last?.size ?? null,
        cosigned_at: last?.at.toISOString() ?? null,
      })),

    /** How many witnesses have cosigned a tree of the log of this name that contains row `seq`. */
    seenBy: async (origin: string, seq: number): Promise<number> =>
      (await cosignedBy(origin)).filter(({ last }) => last !== null && last.size >= seq).length,

    /**
     * The heads that responding witnesses have cosigned for the log of this name. Call it before the first signature.
     */
    async latest(origin: string, keys: readonly Verifier[]): Promise<SignedHead[]> {
      if (known.length === 0) return [];
      const tooLate = sleep(latestWithin, null, { ref: false });
      const heads = await Promise.all(
        known.map((witness) => Promise.race([latestOf(witness, origin, keys), tooLate])),
      );
      return heads.filter((head) => head !== null);
    },

    /** Asks every witness that has not cosigned the newest checkpoint. @returns heads that the database contradicts */
    async ask(keys: readonly Verifier[]): Promise<SignedHead[]> {
      const heads = await Promise.all(known.map((witness) => askOne(witness, keys)));
      return heads.filter((head) => head !== null);
    },

    /** The contradiction with a witness, as the end of the sentence "the database ..."; null if there is none. */
    problem: (): string | null => [...problems.values()][0] ?? null,

    /** After the log has got a new name, which no witness knows. */
    forget: (): void => problems.clear(),

    /** The note with the cosignatures that there are of it. */
    async cosigned(head: SignedHead): Promise<string> {
      if (known.length === 0) return head.note;
      const kept = await cosignaturesOf(
        db.query,
        known.map(({ id }) => id),
      );
      const lines = known.map(
        ({ id }) => kept.find((one) => one.witness === id && isOn(one, head))?.line ?? "",
      );
      return head.note + lines.join("");
    },

    close: fetch.close,
  };
}
export type LogWitnesses = ReturnType<typeof createLogWitnesses>;

/** Whether it signed this very checkpoint. */
const isOn = (kept: KeptCosignature | undefined, { note }: SignedHead): boolean =>
  kept?.checkpoint != null && kept.checkpoint === splitNote(note)?.text;

interface Cosigned {
  readonly origin: string;
  readonly size: number;
  readonly at: Date;
}

/** null if it has cosigned nothing. */
function readCosigned({ checkpoint, line }: KeptCosignature, key: Verifier): Cosigned | null {
  if (checkpoint === null) return null;
  const head = readCheckpoint(checkpoint);
  const at = readNote(`${checkpoint}\n${line}`, [key])?.signatures[0]?.at;
  return head && at ? { origin: head.origin, size: head.size, at } : null;
}

/** The size that the witness presumably saw last of this log. */
function sizeBefore({ checkpoint }: KeptCosignature, head: SignedHead): number {
  const before = checkpoint === null ? null : readCheckpoint(checkpoint);
  return before?.origin === head.origin && before.size <= head.size ? before.size : 0;
}
