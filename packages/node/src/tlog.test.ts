import { createSigners, formatVerifierKey, signNote } from "@cairn/tlog";
import * as ed25519 from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashJson, leafHash, openNote, readVerifierKey, signerOf } from "./tlog.ts";

ed25519.hashes.sha512 = sha512;
const others = createSigners({
  sha256: (...parts) => sha256(Buffer.concat(parts)),
  pairOf: (seed) => ({
    publicKey: ed25519.getPublicKey(seed),
    sign: (message) => ed25519.sign(message, seed),
  }),
});

test("Node's SHA-256 and Ed25519 give the bytes that a second implementation gives", () => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(
      seeds,
      fc.string({ unit: "grapheme" }),
      fc.uint8Array({ maxLength: 400 }),
      (seed, words, leaf) => {
        const text = `${words.replaceAll(/\p{Cc}/gu, "")}\n`;
        const [own, other] = [signerOf("a.example/log", seed), others.signerOf("a.example/log", seed)];
        expect(formatVerifierKey(own)).toBe(formatVerifierKey(other));
        expect(signNote(text, [own])).toBe(signNote(text, [other]));
        const key = readVerifierKey(formatVerifierKey(other));
        expect(openNote(signNote(text, [other]), key ? [key] : [])).toBe(text);
        expect([...leafHash(leaf)]).toEqual([...sha256(Buffer.concat([Buffer.of(0), leaf]))]);
      },
    ),
    { numRuns: 50 },
  );
});

test("facts have one hash in whatever order they are said", () => {
  const hash = hashJson({ b: [1, null], a: "é" });
  expect(hash).toEqual(hashJson({ a: "é", b: [1, null] }));
  expect(hash.toString("hex")).toBe(
    Buffer.from(sha256(Buffer.from('{"a":"é","b":[1,null]}'))).toString("hex"),
  );
});
