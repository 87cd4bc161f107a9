import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readPdf } from "./read-pdf.ts";

async function factsOf(text: string) {
  const folder = await mkdtemp(join(tmpdir(), "cairn-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = join(folder, "a.pdf");
  await writeFile(source, text, "latin1");
  return readPdf({ make: "pdf", source });
}

/** With three pages, a dictionary of locks as object 2, and no table of its objects, which readers then look for. */
const pdfOf = (encrypt: string, trailer: string) =>
  [
    "%PDF-1.7",
    "1 0 obj\n<< /Type /Catalog /Pages 3 0 R >>\nendobj",
    `2 0 obj\n<< /Filter /Standard ${encrypt} >>\nendobj`,
    "3 0 obj\n<< /Type /Pages /Kids [4 0 R 5 0 R 6 0 R] /Count 3 >>\nendobj",
    ...[4, 5, 6].map((id) => `${id} 0 obj\n<< /Type /Page /Parent 3 0 R /MediaBox [0 0 9 9] >>\nendobj`),
    `trailer\n<< /Root 1 0 R /Size 7 ${trailer} >>\nstartxref\n0\n%%EOF\n`,
  ].join("\n");

/** As PDFKit 0.17, pypdf 6.19 and qpdf 11.3 wrote them, with a password that a reader has to give and with one of the owner alone. */
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
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /Length 128 /O <01d62679f5dbd0c3404477e977b56ef1720b2f6be2a464225fb7e72ffc05cc7f> /P -4 /R 4 /StmF /StdCF /StrF /StdCF /U <2c8cef4cd9dceeb18ed59fec766a52560122456a91bae5134273a6db134c87c4> /V 4",
    "31415926535897932384626433832795",
  ],
  [
    "AES of 128 bits",
    false,
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /Length 128 /O <5a0c0b55deda723d6a1a77ca020e0bf91273d02733c4748c700d9eb9a6d68a09> /P -4 /R 4 /StmF /StdCF /StrF /StdCF /U <7556a3ea1d7266be2635f8b0c1eb48ab0122456a91bae5134273a6db134c87c4> /V 4",
    "31415926535897932384626433832795",
  ],
  [
    "AES of 256 bits",
    true,
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Length 256 /O <5bbab1176a672d6bb5879c10dc47e3cf8cfb2f5951bee2c3e4b01b5c05885a6e7f7e705fbe780a0396be9c922c8ad593> /OE <0f203ae7562ba635dd155c7cb9e07b5aad50b813f9e285f30a47e55f9d45528e> /P -4 /Perms <fd592b00af06754e02fbe600ee6268ce> /R 5 /StmF /StdCF /StrF /StdCF /U <d947fc3cdd228b41a9274d43c66cdc000b1695bf5f5b55224f1438e3e23c11355b087c60c9311669b6d8f65ceb96f6e9> /UE <19a3c8553c6ef274a5d299ae8e559dbe885f225970d185faa040e17d7149ae6d> /V 5",
    "31415926535897932384626433832795",
  ],
  [
    "AES of 256 bits",
    false,
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Length 256 /O <e9444677438a7c0d06e4a709a39a8c01004ad6c857ae29798ade1f336ed51febda96733ddc6951d172102443d4570f97> /OE <6c271c27d9de353669473277000f99277041a72aef1ccd8f6202eb37f2a56269> /P -4 /Perms <2f95497b7eb42f23f1bd0fdb79a75dd8> /R 5 /StmF /StdCF /StrF /StdCF /U <bc07ed0b6e5bd0f5473055b78edd58be5ab5246a4c2395743775006d0b70956136b84a25dc24057f685fc873da625e87> /UE <81f1844d1379df23ec51fe1375d4f4f6cb4740f248ef6b8653e76b05b3a60c1a> /V 5",
    "31415926535897932384626433832795",
  ],
  [
    "hardened AES of 256 bits",
    true,
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Length 256 /O <834c5aeb5833144105696e613a36cbb0c35f296863d969ff213b8b52a321190b947f7cd6538df789a104bb6263e6495e> /OE <96d123b77ad197ff6df12a366a73674b15dbaee9a2e5409ac4851f09ef94f033> /P -4 /Perms <885ac29e14ca50a42205456fc4999704> /R 6 /StmF /StdCF /StrF /StdCF /U <d22ee0d15ce94aab3baea3c6587f7563f7083b0a5a9c7c94869af5840e9a744c71cccc698b4dba44e471d14ca0e5999a> /UE <11624c07d353d519d28f98780711e269ae9ab866d37f3a93e82b71184cd1d889> /V 5",
    "31415926535897932384626433832795",
  ],
  [
    "hardened AES of 256 bits",
    false,
    "/CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Length 256 /O <31d7ec40b7b3a589f7e7455a5562c43b6de61000ff0dc1b74e4f93e4f11f659ba6bba3c0ce5f94ba2bb57bcd4d411da0> /OE <e21df7e530954354e1dc5f5c65d357e5330c13aa6d23e51c2e03f6e63c49c7ab> /P -4 /Perms <303303f0555832b93ea14fffb44fef1d> /R 6 /StmF /StdCF /StrF /StdCF /U <6da4c2e9205da2a36db93993946dd1614bf8f3faeccbad3365f821890c2e4751bba935cca65c97704e47ea5001cc69a5> /UE <edcc7700c9a89158148ffa5d718e506501447daae8c1c83642cdcd854e88314a> /V 5",
    "31415926535897932384626433832795",
  ],
];

test.each(locks)("a PDF in %s is locked: %s", async (_coding, asks, dictionary, id) => {
  const facts = await factsOf(pdfOf(dictionary, `/Encrypt 2 0 R /ID [<${id}> <${id}>]`));
  expect(facts).toEqual(asks ? { pages: null, isLocked: true } : { pages: 3, isLocked: false });
});

test("a PDF without a lock says how many pages it has", async () => {
  expect(await factsOf(pdfOf("", ""))).toEqual({ pages: 3, isLocked: false });
});

test.each([
  ["no pages", "%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Size 3 >>\n%%EOF\n"],
  ["the words alone", "%PDF-1.7\n(/Encrypt) trailer << /EncryptMetadata false >>\n%%EOF\n"],
  ["a megabyte of names", `%PDF-1.7\n${"/Encrypted ".repeat(100_000)}`],
])("a PDF with %s is not called locked, and its pages stay unknown", async (_case, text) => {
  expect(await factsOf(text)).toEqual({ pages: null, isLocked: false });
});
