import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { continues, createTurns, emptyRoot, readNote, replaceFile } from "@cairn/node";
import {
  areEqual,
  type Checkpoint,
  headOf,
  readSubmission,
  type Signer,
  type Submission,
  signatureLine,
  type Verifier,
} from "@cairn/tlog";
import { Refusal } from "./refusal.ts";

/** A witness of logs, as in C2SP tlog-witness: for each log it keeps the newest checkpoint that it has cosigned. */
export interface Witness {
  /** Answers `add-checkpoint`. What it cosigns is durable before it resolves. */
  add(body: Uint8Array): Promise<WitnessAnswer>;
  /** The newest cosigned checkpoint of the log whose origin has this hash (SHA-256 in hex); null if there is none. */
  latest(originHash: string): string | null;
}

export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type: "text/plain; charset=utf-8" | "text/x.tlog.size";
  readonly body: string;
}

interface Settings {
  readonly signer: Signer;
  /** Keys of the logs that it watches; a key's name is the log's origin, and a log may have several. */
  readonly logs: readonly Verifier[];
  /** Folder with a file for each log. */
  readonly stateDir: string;
  /** Called with what an operator should know of. */
  readonly report: (line: string) => void;
}

interface WatchedLog {
  readonly keys: Verifier[];
  readonly file: string;
  readonly inTurn: ReturnType<typeof createTurns>;
  latest: { readonly head: Checkpoint; readonly note: string } | null;
}

const hashOfOrigin = (origin: string): string => createHash("sha256").update(origin).digest("hex");

/** @throws Refusal if a file of the state cannot be read: a witness that forgot what it signed could sign a fork. */
export async function openWitness({ signer, logs, stateDir, report }: Settings): Promise<Witness> {
  // What a kill left half written.
  const names = await readdir(stateDir);
  for (const name of names) {
    if (/^[0-9a-f]{64}\.checkpoint\.[0-9a-f-]{36}$/.test(name))
      await rm(join(stateDir, name), { force: true });
  }
  const watched = new Map<string, WatchedLog>();
  for (const key of logs) {
    const file = join(stateDir, `${hashOfOrigin(key.name)}.checkpoint`);
    const log = watched.get(key.name) ?? {
      keys: [],
      file,
      inTurn: createTurns(),
      latest: await readLatest(file, key.name),
    };
    log.keys.push(key);
    watched.set(key.name, log);
  }
  const byHash = new Map([...watched].map(([origin, log]) => [hashOfOrigin(origin), log]));

  /** Compares and keeps. One call at a time for each log, or an older checkpoint could replace a newer one. */
  async function cosign(
    log: WatchedLog,
    { oldSize, proof, checkpoint }: Submission,
    opened: NonNullable<ReturnType<typeof readNote>>,
  ): Promise<WitnessAnswer> {
    const latest = log.latest?.head ?? { size: 0, root: emptyRoot };
    if (oldSize !== latest.size) return conflict(latest.size);
    const isEmpty = checkpoint.size === 0 && !areEqual(checkpoint.root, emptyRoot);
    if (isEmpty || !continues(latest, checkpoint, proof)) {
      // Anybody may send a signed checkpoint with a wrong proof; two roots of one size are a fork by themselves.
      report(
        checkpoint.size === latest.size
          ? `${checkpoint.origin} signed two different checkpoints of ${latest.size}`
          : `somebody sent a checkpoint of ${checkpoint.size} of ${checkpoint.origin} that they do not show to continue ${latest.size}`,
      );
      return refusal(422, "the checkpoint is not shown to continue the last one");
    }
    const cosignature = signatureLine(signer, opened.text);
    const note = `${opened.text}\n${opened.signatures.map(({ line }) => line).join("")}${cosignature}`;
    await replaceFile(log.file, note);
    log.latest = { head: checkpoint, note };
    return { status: 200, type: "text/plain; charset=utf-8", body: cosignature };
  }

  return {
    async add(body) {
      const submission = readSubmission(body);
      if (!submission) return refusal(400, "the body is not an old size, a proof and a checkpoint");
      const { oldSize, checkpoint, note } = submission;
      const log = watched.get(checkpoint.origin);
      if (!log) return refusal(404, "this log is not watched here");
      const opened = readNote(note, log.keys);
      if (!opened) return refusal(403, "the checkpoint is not signed by the log's key");
      if (oldSize > checkpoint.size) return refusal(400, "the old size is larger than the checkpoint's");
      return log.inTurn(() => cosign(log, submission, opened));
    },
    latest: (originHash) => byHash.get(originHash)?.latest?.note ?? null,
  };
}

async function readLatest(file: string, origin: string): Promise<WatchedLog["latest"]> {
  let note: string;
  try {
    note = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const head = headOf(note);
  if (head?.origin !== origin)
    throw new Refusal(`${file} does not hold the checkpoint that was cosigned last; restore it from a copy`);
  return { head, note };
}

const refusal = (status: 400 | 403 | 404 | 422, sentence: string): WitnessAnswer => ({
  status,
  type: "text/plain; charset=utf-8",
  body: `${sentence}\n`,
});

const conflict = (size: number): WitnessAnswer => ({
  status: 409,
  type: "text/x.tlog.size",
  body: `${size}\n`,
});
