import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needsPassword } from "./pdf-password.ts";

async function isLocked(text: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-test-"));
  await writeFile(join(folder, "a.pdf"), text, "latin1");
  const file = await open(join(folder, "a.pdf"));
  onTestFinished(async () => {
    await file.close();
    await rm(folder, { recursive: true });
  });
  return needsPassword(file, Buffer.byteLength(text, "latin1"));
}

const pdfOf = (encrypt: string, trailer: string) =>
  `%PDF-1.7\n12 0 obj\n<< /Length 9 >>\nendobj\n2 0 obj\n<< /Filter /Standard ${encrypt} >>\nendobj\n${trailer}\n%%EOF\n`;

/** As PDFKit 0.17 and pypdf 6.19 wrote them, with a password that a reader has to give and with one of the owner alone. */
const locks: [coding: string, asks: boolean, dictionary: string, id: string][] = [
  [
    "RC4 of 40 bits",
    true,
    "/V 1 /R 2 /P -64 /O <02749127098ca05ff744fd589091b741cfa4909bcf9933e46605dcf8edffc66c> /U <cfa0d56bd762dd443a15664e44264e3d3dde56dcc2de4f84393c67f52a89dd86>",
    "b1c4ba0be6bcab466609076d1f5e3f07",
  ],
  [
    "RC4 of 40 bits",
    false,
    "/V 1 /R 2 /P -64 /O <59aebc0b228d02a1dd1afd7be52ad249afdc6fd71ef9234a49bfa56eb72c801a> /U <c2429372c25762b489ee51bdab43f66e11e100114220c2a0a7401f67612996af>",
    "a80000821dfa4f9b0f24c4098fec6c0f",
  ],
  [
    "RC4 of 128 bits",
    true,
    "/V 2 /Length 128 /R 3 /P -3904 /O <3e21c39b45473349f615abc6ccaaab8f7917c69c1eba1faebdb241a42ec0e162> /U <9d1e49040d516b351902ef4d3ee253df00000000000000000000000000000000>",
    "bdac06036a4d35aea367ff95e6ee82a0",
  ],
  [
    "RC4 of 128 bits",
    false,
    "/V 2 /Length 128 /R 3 /P -3904 /O <65fbeeb76e4691b7dc4babe5b911ce87196f39d0cfda0f00920838327413a714> /U <7ad4c9c47df675713a7a7e18871d15e400000000000000000000000000000000>",
    "c859ba4f3c0a665cea92e87762398ea2",
  ],
  [
    "AES of 128 bits",
    true,
    "/V 4 /R 4 /P -3904 /O <3e21c39b45473349f615abc6ccaaab8f7917c69c1eba1faebdb241a42ec0e162> /U <64a5a01e8a35e52cf1dd4333a46bb82000000000000000000000000000000000>",
    "e18e5e08da8777a39d73c1fbe4a913af",
  ],
  [
    "AES of 128 bits",
    false,
    "/V 4 /R 4 /P -3904 /O <65fbeeb76e4691b7dc4babe5b911ce87196f39d0cfda0f00920838327413a714> /U <396920c1b7b4a135d4584299de74dcc500000000000000000000000000000000>",
    "8f244efcce043d168ad1f0cd65955219",
  ],
  [
    "AES of 256 bits",
    true,
    "/V 5 /R 5 /P -3904 /U <aec845fb4eb76cf6c86a07e3935d28387b4373e2992c5d9b3db5f9d35b841628b12686dae38d000d2e348f7ac6ab864b>",
    "",
  ],
  [
    "AES of 256 bits",
    false,
    "/V 5 /R 5 /P -3904 /U <2a21dfb77dc4f249e836a7b7a9dc4fc01647ef2cf3561ab87e3cf39549abdd8cfbb69a16d1e5a5765acf9e4388771229>",
    "",
  ],
  [
    "hardened AES of 256 bits",
    true,
    "/V 5 /R 6 /P 4294967292 /U <d3e9d8f340a91aba3bd778f6480e4fad09227063a62a89819781394b895644ec87e2198d981cc67b520429c2cd439460>",
    "",
  ],
  [
    "hardened AES of 256 bits",
    false,
    "/V 5 /R 6 /P 4294967292 /U <a66ae97b25b693db17d5faec5dfbd343a34d0c5ccf364c7d04b5b831d4557a622c70b6f2669366a73eedcb7e1f7a5023>",
    "",
  ],
];

test.each(locks)("a PDF in %s is locked: %s", async (_coding, asks, dictionary, id) => {
  const trailer = `trailer\n<< /Size 3 /Encrypt 2 0 R /ID [<${id}> <${id}>] >>`;
  expect(await isLocked(pdfOf(dictionary, trailer))).toBe(asks);
});

test("strings may be written with escapes, and the dictionary in the trailer", async () => {
  const written = (bytes: string) =>
    [...Buffer.from(bytes, "hex").toString("latin1")]
      .map((sign) =>
        /[\\()\r\n]/.test(sign) ? `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}` : sign,
      )
      .join("");
  for (const [, asks, dictionary, id] of locks) {
    const inBrackets = dictionary.replaceAll(/<(\w+)>/g, (_, hex: string) => `(${written(hex)})`);
    const trailer = `trailer\n<< /ID[(${written(id)})] /Encrypt << /Filter/Standard ${inBrackets} >> >>`;
    expect(await isLocked(pdfOf("", trailer))).toBe(asks);
  }
});

test.each([
  ["no lock", "", "trailer\n<< /Size 3 >>"],
  ["the word alone", "", "(/Encrypt) trailer << /EncryptMetadata false >>"],
  ["a lock that is not there", "", "trailer\n<< /Encrypt 7 0 R >>"],
  ["a lock that says too little", "/V 2 /R 3 /P -4", "trailer\n<< /Encrypt 2 0 R >>"],
])("a PDF with %s is not called locked", async (_case, dictionary, trailer) => {
  expect(await isLocked(pdfOf(dictionary, trailer))).toBe(false);
});

test("a lock is found behind megabytes, and many names that begin alike take little time", async () => {
  const [[, , dictionary, id] = []] = locks;
  const trailer = `trailer\n<< /Encrypt 2 0 R /ID [<${id}>] >>\n`;
  for (let cut = 0; cut < 12; cut += 1)
    expect(await isLocked(pdfOf(dictionary ?? "", trailer + " ".repeat(1024 ** 2 - 60 + cut * 8)))).toBe(
      true,
    );
  expect(await isLocked("/Encrypted ".repeat(1_000_000))).toBe(false);
});
