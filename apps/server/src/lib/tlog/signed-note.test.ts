import { describe, expect, test } from "vitest";
import { formatCheckpoint, formatProof, readCheckpoint } from "./checkpoint.ts";
import {
  formatSignerKey,
  formatVerifierKey,
  newSeed,
  openNote,
  readSignerKey,
  readVerifierKey,
  signerOf,
  signNote,
} from "./signed-note.ts";

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

describe("a checkpoint", () => {
  const root = Buffer.from("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=", "base64");
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
  expect(formatProof({ index: 73_894, hashes, checkpoint, extra: Buffer.from("{}") })).toBe(
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
