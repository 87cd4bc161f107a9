import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogState } from "@cairn/contract";
import { cosignerOf, newSeed, readNote, readVerifierKey, signerOf } from "@cairn/node";
import { formatVerifierKey, witnessType } from "@cairn/tlog";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { openExternalSite } from "@tests/support/server/external-site.ts";
import { startWitness, type WitnessProcess } from "@tests/support/witness/process.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WitnessAddress } from "../../../config.ts";
import { newLogKey, parseLogKeys } from "./log-keys.ts";

const logKeys = parseLogKeys(newLogKey());
if (!logKeys) throw new Error("no key");
const log = signerOf("cairn.example/log", logKeys.current);

let folder: string;
let witness: WitnessProcess;
let address: WitnessAddress;
let app: TestApp;

const start = () =>
  startWitness([
    ...["--key", join(folder, "key"), "--state", join(folder, "state"), "--name", "witness.example"],
    ...["--log", formatVerifierKey(log)],
  ]);
const build = (witnesses: readonly WitnessAddress[]) =>
  buildTestApp({ publicUrl: "https://cairn.example", logKeys, witnesses });

const keyOf = ({ key }: WitnessProcess) => {
  const known = readVerifierKey(key, witnessType);
  if (!known) throw new Error("no key of a witness");
  return known;
};

async function publish(one: TestApp, title: string): Promise<void> {
  const { user_id: authorId } = await registerMember(one);
  await makeItem(one, { authorId, title });
  one.passTime(1_000);
  await one.publicLog.sign();
}

/** Who signed the served checkpoint, and its size. */
async function served(one: TestApp): Promise<{ size: number; by: string[] }> {
  const { body } = await one.call("GET", "/log/checkpoint");
  const opened = readNote(body, [log, keyOf(witness)]);
  return {
    size: Number(opened?.text.split("\n")[1]),
    by: opened?.signatures.map(({ verifier }) => verifier.name) ?? [],
  };
}

/** How many witnesses have seen an item's approval, as its readers get it. */
const seenBy = async (id: number): Promise<number> =>
  (await app.call("GET", `/content/${id}/reviews`)).body.seen_by;

/** What `/ledger` shows of the log. */
async function state(): Promise<{ size: number; witnesses: Record<string, number | null> }> {
  const { size, witnesses } = (await app.call("GET", "/log")).body as LogState;
  return { size, witnesses: Object.fromEntries(witnesses.map((one) => [one.name, one.size])) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-witnesses-"));
  witness = await start();
  address = { key: keyOf(witness), url: witness.url };
  const away = { key: cosignerOf("away.example", newSeed(), () => new Date()), url: "http://127.0.0.1:1" };
  app = await build([address, away]);
  await app.publicLog.begin();
});
afterAll(async () => {
  await app.close();
  await witness.kill();
  await rm(folder, { recursive: true });
});

describe("a log with witnesses", () => {
  test("serves their cosignatures, in proofs too, and goes on without those that are away", async () => {
    await publish(app, "One");
    expect(await seenBy(1)).toBe(0);
    await app.publicLog.cosign();
    // Kept answers are dropped with what they say.
    expect(await seenBy(1)).toBe(1);
    expect(await state()).toEqual({ size: 1, witnesses: { "witness.example": 1, "away.example": null } });
    expect(await served(app)).toEqual({ size: 1, by: ["cairn.example/log", "witness.example"] });
    const { body: proof } = await app.call("GET", "/content/1/proof");
    expect(proof).toContain("— witness.example ");

    await witness.kill();
    await publish(app, "Two");
    await app.publicLog.cosign();
    expect(await served(app)).toEqual({ size: 2, by: ["cairn.example/log"] });
    expect(await state()).toEqual({ size: 2, witnesses: { "witness.example": 1, "away.example": null } });
    expect(await seenBy(2)).toBe(0);

    witness = await start();
    // It listens elsewhere now; another instance of the site has that address.
    address = { ...address, url: witness.url };
    const other = await buildTestApp(
      { publicUrl: "https://cairn.example", logKeys, witnesses: [address] },
      null,
      { db: app.db, store: app.store },
    );
    await other.publicLog.begin();
    other.passTime(3_600_000);
    await other.publicLog.cosign();
    expect(await served(other)).toEqual({ size: 2, by: ["cairn.example/log", "witness.example"] });
    expect(await served(app)).toEqual({ size: 2, by: ["cairn.example/log", "witness.example"] });
    expect(await seenBy(2)).toBe(1);
    await other.http.close();
  });

  test("never signs what would go back behind a witness, even where the site forgot all", async () => {
    const empty = await build([address]);
    await empty.publicLog.begin();
    expect(await served(empty)).toMatchObject({ size: 2 });
    expect(() => empty.publicLog.ensureForward()).toThrow();
    // Neither does it with as many rows of its own.
    await publish(empty, "Another");
    await publish(empty, "And another");
    expect(() => empty.publicLog.ensureForward()).toThrow();
    expect(await served(empty)).toEqual({ size: 2, by: ["cairn.example/log"] });
    await empty.close();
  });

  test("stops when a witness says that it has seen more, and only then", async () => {
    const liar = await openExternalSite((request, response) => {
      response.statusCode = request.method === "POST" ? 409 : 404;
      response.setHeader("content-type", "text/x.tlog.size").end("57\n");
    });
    const key = cosignerOf("liar.example", newSeed(), () => new Date());
    const other = await buildTestApp({
      publicUrl: "https://other.example",
      witnesses: [{ key, url: liar.url }],
    });
    await other.publicLog.begin();
    await publish(other, "One");
    other.publicLog.ensureForward();
    await other.publicLog.cosign();
    expect(() => other.publicLog.ensureForward()).toThrow();
    liar.behave((_request, response) => {
      response.end("— liar.example AAAA\n");
    });
    // What it answers is no cosignature, and nothing is lost by that.
    const third = await buildTestApp(
      { publicUrl: "https://other.example", witnesses: [{ key, url: liar.url }] },
      null,
      {
        db: other.db,
        store: other.store,
      },
    );
    await third.publicLog.begin();
    third.passTime(3_600_000);
    await third.publicLog.cosign();
    third.publicLog.ensureForward();
    expect((await third.call("GET", "/log/checkpoint")).body).not.toContain("liar.example");
    await third.http.close();
    await other.close();
    await liar.close();
  });
});
