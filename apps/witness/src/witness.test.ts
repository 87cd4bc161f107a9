import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  consistencyProof,
  leafHash,
  newSeed,
  openNote,
  readNote,
  readVerifierKey,
  rootOf,
  signerOf,
} from "@cairn/node";
import {
  formatCheckpoint,
  formatSubmission,
  formatVerifierKey,
  type Signer,
  signNote,
  type TileReader,
  witnessType,
} from "@cairn/tlog";
import {
  askWitness,
  startWitness,
  type WitnessAnswer,
  type WitnessProcess,
} from "@tests/support/witness/process.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

/** `npm run prove` asks for more. */
const kills = Number(process.env.CAIRN_PROVE_KILLS ?? 2);

/** Fewer than 256 leaves: one tile. */
const treeOf = (name: string): TileReader => {
  const hashes = Array.from({ length: 200 }, (_, index) => leafHash(Buffer.from(`${name} ${index}`)));
  return async (level) => (level === 0 ? Buffer.concat(hashes) : Buffer.alloc(0));
};
const tree = treeOf("leaf");
const otherTree = treeOf("other");

let folder: string;
let witness: WitnessProcess;
let log: Signer;
let logs = 0;
const signers: Signer[] = Array.from({ length: 30 }, (_, number) =>
  signerOf(`log-${number}.example/log`, newSeed()),
);

const words = () => [
  ...["--key", join(folder, "key"), "--state", join(folder, "state"), "--name", "witness.example"],
  ...signers.flatMap((signer) => ["--log", formatVerifierKey(signer)]),
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-witness-"));
  witness = await startWitness(words());
});
afterAll(async () => {
  await witness.kill();
  await rm(folder, { recursive: true });
});
/** Each test has a log that the witness knows and has not seen. */
beforeEach(() => {
  const next = signers[logs];
  if (!next) throw new Error("there are more tests than logs");
  log = next;
  logs += 1;
});

const signedCheckpoint = async (size: number, tiles = tree, signer = log) =>
  signNote(formatCheckpoint({ origin: log.name, size, root: await rootOf(tiles, size) }), [signer]);

const add = (body: string | Buffer): Promise<WitnessAnswer> =>
  askWitness(`${witness.url}/add-checkpoint`, body);

async function submit(oldSize: number, size: number, tiles = tree): Promise<WitnessAnswer> {
  const proof = oldSize <= size ? await consistencyProof(tiles, oldSize, size) : [];
  return add(formatSubmission({ oldSize, proof, note: await signedCheckpoint(size, tiles) }));
}

const latest = () =>
  askWitness(`${witness.url}/${createHash("sha256").update(log.name).digest("hex")}/checkpoint`);

const keyOfWitness = () => {
  const key = readVerifierKey(witness.key, witnessType);
  if (!key) throw new Error(`"${witness.key}" is not a key of a witness`);
  return key;
};

describe("a witness", () => {
  test("cosigns what continues the checkpoint before, says when, and serves the newest with both signatures", async () => {
    expect((await latest()).status).toBe(404);
    for (const [oldSize, size] of [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 130],
      [130, 131],
    ] as const) {
      // A cosignature says whole seconds.
      const before = Math.floor(Date.now() / 1_000) * 1_000;
      const answer = await submit(oldSize, size);
      expect(answer).toMatchObject({ status: 200, type: "text/plain; charset=utf-8" });
      const note = await signedCheckpoint(size);
      const opened = readNote(note + answer.body, [keyOfWitness()]);
      const at = opened?.signatures[0]?.at?.getTime();
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
      expect(await latest()).toMatchObject({ status: 200, body: note + answer.body });
    }
    const { body } = await latest();
    expect(openNote(body, [log])).not.toBeNull();
    expect(openNote(body.replace("131\n", "132\n"), [keyOfWitness()])).toBeNull();
  });

  test("does not cosign another history, a smaller tree or a proof that does not lead there", async () => {
    const before = (await submit(0, 100)).status;
    expect(before).toBe(200);
    const conflict = { status: 409, type: "text/x.tlog.size", body: "100\n" };
    expect(await submit(0, 120)).toEqual(conflict);
    expect(await submit(0, 100, otherTree)).toEqual(conflict);
    expect(await submit(99, 100)).toEqual(conflict);
    expect(await submit(120, 100)).toMatchObject({ status: 400 });
    expect(await submit(100, 100, otherTree)).toMatchObject({ status: 422 });
    expect(await submit(100, 120, otherTree)).toMatchObject({ status: 422 });
    const note = await signedCheckpoint(120);
    expect(await add(formatSubmission({ oldSize: 100, proof: [], note }))).toMatchObject({ status: 422 });
    expect((await latest()).body).toContain(`${log.name}\n100\n`);
    expect((await submit(100, 120)).status).toBe(200);
    const shown = `somebody sent a checkpoint of 120 of ${log.name} that they do not show to continue 100`;
    expect(witness.printed.filter((line) => line.includes(log.name))).toEqual([
      `${log.name} signed two different checkpoints of 100`,
      shown,
      shown,
    ]);
  });

  test("refuses an empty tree with a root of its own, and a proof that begins with nothing", async () => {
    const root = randomBytes(32);
    const empty = signNote(formatCheckpoint({ origin: log.name, size: 0, root }), [log]);
    expect(await add(formatSubmission({ oldSize: 0, proof: [], note: empty }))).toMatchObject({
      status: 422,
    });
    const note = await signedCheckpoint(3);
    expect(await add(formatSubmission({ oldSize: 0, proof: [root], note }))).toMatchObject({ status: 422 });
    expect((await latest()).status).toBe(404);
  });

  test("knows its logs by their origin and believes their keys alone", async () => {
    const stranger = signerOf("stranger.example/log", newSeed());
    const foreign = signNote(
      formatCheckpoint({ origin: stranger.name, size: 0, root: await rootOf(tree, 0) }),
      [stranger],
    );
    expect(await add(formatSubmission({ oldSize: 0, proof: [], note: foreign }))).toMatchObject({
      status: 404,
    });
    const unsigned = await signedCheckpoint(1, tree, signerOf(log.name, newSeed()));
    expect(await add(formatSubmission({ oldSize: 0, proof: [], note: unsigned }))).toMatchObject({
      status: 403,
    });
    // The right key's name and id, over another text.
    const [, line = ""] = (await signedCheckpoint(2)).split("\n\n");
    const wrong = (await signedCheckpoint(1)) + line;
    expect(await add(formatSubmission({ oldSize: 0, proof: [], note: wrong }))).toMatchObject({
      status: 403,
    });
    const besideAnother = (await signedCheckpoint(1)) + unsigned.split("\n\n")[1];
    expect(await add(formatSubmission({ oldSize: 0, proof: [], note: besideAnother }))).toMatchObject({
      status: 200,
    });
  });

  test("answers 400 to what is not a submission, and 413 to one without end", async () => {
    const note = await signedCheckpoint(1);
    for (const body of [
      "",
      note,
      `old 0\n${note}`,
      `old 00\n\n${note}`,
      `old -1\n\n${note}`,
      `old 99999999999999999\n\n${note}`,
      `old 0\nAAAA\n\n${note}`,
      `old 0\n${"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n".repeat(64)}\n${note}`,
      `old 0\r\n\r\n${note}`,
      `old 0\n\n${note.slice(0, -1)}`,
      Buffer.concat([Buffer.from(`old 0\n\n${note}`), Buffer.from([0xff, 0x0a])]),
    ]) {
      expect(await add(body)).toMatchObject({ status: 400 });
    }
    expect(await add("a".repeat(70_000))).toMatchObject({ status: 413 });
    expect(await askWitness(`${witness.url}/add-checkpoint`)).toMatchObject({ status: 405 });
    expect(await askWitness(`${witness.url}/`)).toMatchObject({ status: 404 });
    expect((await latest()).status).toBe(404);
  });

  test("asked by many at once goes forward alone, one root a size", async () => {
    const calls = Array.from({ length: 40 }, (_, index) =>
      submit(0, 1 + (index % 20), index < 20 ? tree : otherTree),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
  });

  test("keeps its key to itself, and another process away from its state", async () => {
    expect((await stat(join(folder, "key"))).mode & 0o777).toBe(0o600);
    expect(witness.key).toMatch(/^witness\.example\+[0-9a-f]{8}\+B[\w+/]{43}=*$/);
    await expect(startWitness(words())).rejects.toThrow(/is in use by another witness/);
  });

  test("killed at any moment never cosigns two roots for one size, nor less than before", {
    timeout: 60_000 + kills * 10_000,
  }, async () => {
    const key = witness.key;
    const cosigned = new Map<number, string>();
    let [size, answered] = [0, 0];
    for (let life = 1; life <= kills; life += 1) {
      let isAlive = true;
      const killed = (async () => {
        // Some calls in, at another place of the next one each time.
        while (answered < life * 3) await new Promise(setImmediate);
        for (let turn = 0; turn < (life * 7) % 500; turn += 1) await new Promise(setImmediate);
        await witness.kill();
        isAlive = false;
      })();
      while (isAlive) {
        const wanted = Math.min(size + 1, 199);
        const answer = await submit(size, wanted).catch(() => null);
        if (answer?.status === 200) {
          const text = openNote((await signedCheckpoint(wanted)) + answer.body, [keyOfWitness()]);
          expect(cosigned.get(wanted) ?? text).toBe(text);
          cosigned.set(wanted, text ?? "");
          size = wanted;
          answered += 1;
        } else if (answer) throw new Error(`${answer.status} ${answer.body}`);
      }
      await killed;
      witness = await startWitness(words());
      expect(witness.key).toBe(key);
      // It may have kept one more than it could still answer.
      const kept = await submit(0, 200);
      expect(kept.status).toBe(409);
      expect([size, size + 1]).toContain(Number(kept.body));
      size = Number(kept.body);
      expect((await submit(size, size, otherTree)).status).toBe(422);
    }
  });
});
