import * as ed25519 from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { describe, expect, test } from "vitest";
import { formatCheckpoint, readCheckpoint } from "./checkpoint.ts";
import { formatProof, formatSubmission, readProof, readSubmission } from "./exchange.ts";
import { createNoteReader, formatVerifierKey, signNote, witnessType } from "./signed-note.ts";
import { createSigners } from "./signer.ts";
import { formatEntries, formatTilePath, readEntries, readTilePath } from "./tiles.ts";

// Browsers check with this one; packages/node compares Node's own with it.
ed25519.hashes.sha512 = sha512;
const { openNote, readNote, readVerifierKey } = createNoteReader({
  sha256: hash,
  verify: (publicKey, message, signature) => ed25519.verify(signature, message, publicKey),
});
const { cosignerOf, formatSignerKey, readSignerKey, signerOf } = createSigners({
  sha256: hash,
  pairOf: (seed) => ({
    publicKey: ed25519.getPublicKey(seed),
    sign: (message) => ed25519.sign(message, seed),
  }),
});

function hash(...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(Buffer.concat(parts));
}

const newSeed = () => ed25519.utils.randomSecretKey();

/** The example of C2SP signed-note. */
const exampleKey = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const exampleText = "This is an example message.\n";
const example = `${exampleText}
— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

/** The example of Go's golang.org/x/mod/sumdb/note. */
const goSigner = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const goVerifier = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const goText =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const goNote = `${goText}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error("it was not understood");
  return value;
}

describe("a note", () => {
  test("of C2SP's text opens with its key", () => {
    const key = known(readVerifierKey(exampleKey));
    expect(formatVerifierKey(key)).toBe(exampleKey);
    expect(openNote(example, [key])).toBe(exampleText);
  });

  test("is signed byte for byte as Go's sumdb/note signs it", () => {
    const seed = known(readSignerKey(goSigner));
    const signer = signerOf("PeterNeumann", seed);
    expect(formatSignerKey("PeterNeumann", seed)).toBe(goSigner);
    expect(formatVerifierKey(signer)).toBe(goVerifier);
    expect(signNote(goText, [signer])).toBe(goNote);
  });

  test("signed by several opens for each of them, and for nobody else", () => {
    const [one, other, stranger] = ["a.example/log", "b.example/log", "a.example/log"].map((name) =>
      signerOf(name, newSeed()),
    );
    if (!one || !other || !stranger) throw new Error("no signers");
    const note = signNote("a\n\nb\n", [one, other]);
    expect(openNote(note, [one])).toBe("a\n\nb\n");
    expect(openNote(note, [other])).toBe("a\n\nb\n");
    expect(openNote(note, [stranger])).toBeNull();
    expect(openNote(note, [])).toBeNull();
  });

  test.each([
    ["with another text", (note: string) => note.replace("example message", "Example message")],
    ["without its signatures", (note: string) => note.split("\n—")[0] ?? ""],
    ["without its last line feed", (note: string) => note.slice(0, -1)],
    ["with a signature of another length", (note: string) => note.replace("aQM=\n", "aQ==\n")],
    ["with a control character", (note: string) => note.replace("an example", "an\texample")],
    ["with a signature that is no base64", (note: string) => note.replace("Uw2Q", "U*2Q")],
    [
      "with a second, wrong signature of the key",
      (note: string) =>
        `${note}— example.com/foo ${Buffer.from(`530d903a${"00".repeat(64)}`, "hex").toString("base64")}\n`,
    ],
    ["with a hundred signatures", (note: string) => note + (note.split("\n\n")[1] ?? "").repeat(100)],
  ])("%s does not open", (_what, change) => {
    expect(openNote(change(example), [known(readVerifierKey(exampleKey))])).toBeNull();
  });

  test.each([
    ["another id", goSigner.replace("c74f20a3", "c74f20a4")],
    ["another type", goSigner.replace("+AYEK", "+BIEK")],
    ["a part missing", goSigner.slice(0, -8)],
    ["nothing in it", ""],
  ])("a signer key with %s is refused", (_what, line) => {
    expect(readSignerKey(line)).toBeNull();
  });

  test("a verifier key with another id or type is refused", () => {
    expect(readVerifierKey(exampleKey.replace("530d903a", "530d903b"))).toBeNull();
    expect(readVerifierKey(exampleKey.replace("+Aeky", "+BOky"))).toBeNull();
  });
});

test("a witness's cosignature says when it signed, and is one of that second alone", () => {
  const at = new Date("2026-11-20T09:30:00.000Z");
  const witness = cosignerOf("club.example/witness", newSeed(), () => at);
  expect(readVerifierKey(formatVerifierKey(witness), witnessType)).toMatchObject({ name: witness.name });
  expect(readVerifierKey(formatVerifierKey(witness))).toBeNull();
  const note = signNote(exampleText, [witness]);
  expect(readNote(note, [witness])?.signatures).toMatchObject([{ at, line: note.slice(note.indexOf("—")) }]);
  const [, base64 = ""] = note.split("witness ");
  const bytes = Buffer.from(base64, "base64");
  bytes[11] = (bytes[11] ?? 0) + 1;
  expect(openNote(note.replace(base64.trim(), bytes.toString("base64")), [witness])).toBeNull();
});

describe("a checkpoint", () => {
  const root = Uint8Array.from(Buffer.from("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=", "base64"));
  const text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

  test("is written and read as in C2SP's text", () => {
    const head = { origin: "example.com/behind-the-sofa", size: 20_852_163, root };
    expect(formatCheckpoint(head)).toBe(text);
    expect(readCheckpoint(text)).toEqual(head);
    expect(readCheckpoint(`${text}an extension\n`)).toEqual(head);
  });

  test.each([
    ["no origin", text.replace("example.com/behind-the-sofa", "")],
    ["a size with a leading zero", text.replace("2085", "02085")],
    ["a size beyond whole numbers", text.replace("20852163", "9007199254740993")],
    ["a negative size", text.replace("20852163", "-1")],
    ["a short root", text.replace("CsUY", "")],
    ["an empty line", `${text}\nan extension\n`],
    ["no last line feed", text.slice(0, -1)],
  ])("with %s is refused", (_what, wrong) => {
    expect(readCheckpoint(wrong)).toBeNull();
  });
});

test("a proof is written line by line as in C2SP's tlog-proof", () => {
  const hashes = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const checkpoint =
    "example.com/fancylog\n109482\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n\n— example.com/fancylog AAAA\n";
  const written = formatProof({ index: 73_894, hashes, checkpoint, extra: Buffer.from("{}") });
  expect(readProof(written)).toEqual({
    index: 73_894,
    hashes: hashes.map((one) => Uint8Array.from(one)),
    checkpoint,
    extra: Uint8Array.from(Buffer.from("{}")),
  });
  expect(readProof(written.replace("AQEB", "AQE"))).toBeNull();
  expect(readProof(written.replace("@v1", "@v2"))).toBeNull();
  expect(readProof(written.replace("index 7", "index -7"))).toBeNull();
  expect(written).toBe(
    [
      "c2sp.org/tlog-proof@v1",
      "extra e30=",
      "index 73894",
      "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=",
      "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=",
      "",
      checkpoint,
    ].join("\n"),
  );
});

test("what a witness is asked to sign is read as it was written", () => {
  const note = signNote(`example.com/log\n3\n${Buffer.alloc(32, 3).toString("base64")}\n`, [
    signerOf("example.com/log", newSeed()),
  ]);
  const proof = [Uint8Array.from(Buffer.alloc(32, 1))];
  const written = formatSubmission({ oldSize: 2, proof, note });
  expect(readSubmission(Buffer.from(written))).toMatchObject({
    oldSize: 2,
    proof,
    note,
    checkpoint: { size: 3 },
  });
  expect(readSubmission(Buffer.from(written.replace("old 2", "old 02")))).toBeNull();
});

test("the address of a tile has its number in groups of three digits, and one form only", () => {
  for (const [part, path] of [
    [{ level: 0, index: 0, width: 256 }, "0/000"],
    [{ level: 2, index: 1_234_067, width: 256 }, "2/x001/x234/067"],
    [{ level: null, index: 1_000, width: 7 }, "entries/x001/000.p/7"],
  ] as const) {
    expect(formatTilePath(part)).toBe(path);
    const [level = "", ...rest] = path.split("/");
    expect(readTilePath(level, rest.join("/"))).toEqual(part);
  }
  for (const rest of ["0", "0000", "x000/001", "000.p/0", "000.p/256", "000.p/07"]) {
    expect(readTilePath("0", rest)).toBeNull();
  }
  expect(readTilePath("64", "000")).toBeNull();
});

test("a bundle has its entries one after another, also long ones and letters of any script", () => {
  const entries = ["", "é مرحبا", "a".repeat(60_000)];
  const bundle = formatEntries(entries);
  expect(readEntries(bundle).map((entry) => Buffer.from(entry).toString())).toEqual(entries);
  expect(readEntries(bundle.subarray(0, -1)).at(-1)).toHaveLength(59_999);
});
