import fc from "fast-check";
import { jpeg, pdf } from "../../support/server/media.ts";
import type { FuzzRequest } from "./requests.ts";

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly bytes: Buffer;
}

const boundary = "----a-boundary-of-the-fuzz";

const field = (name: string, value: string): Part => ({ name, bytes: Buffer.from(value) });

const fields = fc.oneof(
  {
    arbitrary: fc.constantFrom(field("title", "A title"), field("body", "Words."), field("category", "1")),
    weight: 6,
  },
  {
    arbitrary: fc
      .constantFrom(
        "title",
        "body",
        "category",
        "content_type",
        "draft",
        "alt",
        "revision",
        "poster",
        "__proto__",
        "",
        "a".repeat(300),
      )
      .chain((name) => fc.string({ unit: "binary", maxLength: 300 }).map((text) => field(name, text))),
    weight: 4,
  },
  {
    arbitrary: fc
      .uint8Array({ maxLength: 200 })
      .map((bytes): Part => ({ name: "body", bytes: Buffer.from(bytes) })),
    weight: 2,
  },
  { arbitrary: fc.constant(field("body", "x".repeat(300_000))), weight: 1 },
);

/** Files that are what they say, that are not, and that are cut. */
async function filesToSend(): Promise<fc.Arbitrary<Part>> {
  const picture = Buffer.from((await jpeg()).bytes);
  const paper = Buffer.from(pdf("words").bytes);
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const contents = fc.oneof(
    fc.constantFrom(
      picture,
      paper,
      cut(picture),
      cut(paper),
      Buffer.alloc(0),
      Buffer.from("<svg onload=alert(1)>"),
    ),
    fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
  );
  const types = fc.constantFrom(
    "image/jpeg",
    "image/png",
    "application/pdf",
    "video/mp4",
    "text/html",
    "",
    "x/y; a=b",
  );
  const names = fc.constantFrom(
    "a.jpg",
    "",
    "../../etc/passwd",
    'a".jpg',
    "a".repeat(5_000),
    "\ud83d\ude00.png",
    "a\r\nb",
  );
  const partNames = fc.constantFrom("file", "file", "file", "poster", "avatar", "title", "", "other");
  return fc
    .tuple(partNames, names, types, contents)
    .map(([name, filename, type, bytes]) => ({ name, filename, type, bytes }));
}

function encode({ name, filename, type, bytes }: Part): Buffer {
  const file = filename === undefined ? "" : `; filename="${filename}"`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n`;
  const typed = type === undefined ? head : `${head}content-type: ${type}\r\n`;
  return Buffer.concat([Buffer.from(`${typed}\r\n`), bytes, Buffer.from("\r\n")]);
}

/** How a whole form goes wrong on its way. */
const damages: readonly ((form: Buffer) => Buffer)[] = [
  (form) => form,
  (form) => form,
  (form) => form.subarray(0, Math.floor(form.length / 2)),
  (form) => form.subarray(0, -4),
  (form) => form.subarray(9),
  (form) => Buffer.concat([form, form]),
  (form) => Buffer.from(form.toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
];

/** Forms for the calls that take them: nearly right, and broken. */
export async function forms(): Promise<fc.Arbitrary<FuzzRequest>> {
  const files = await filesToSend();
  return fc
    .record({
      as: fc.constantFrom("author", "member", "nobody" as const),
      call: fc.constantFrom("POST /content", "PATCH /content/1", "PATCH /content/2", "PATCH /profiles/me"),
      fields: fc.array(fields, { maxLength: 6 }),
      files: fc.array(files, { maxLength: 2 }),
      damage: fc.constantFrom(...damages),
      said: fc.constantFrom(boundary, boundary, boundary, "another", ""),
    })
    .map(({ as, call, fields: words, files: attached, damage, said }): FuzzRequest => {
      const [method = "", url = ""] = call.split(" ");
      const parts = [...words, ...attached].map(encode);
      return {
        as: as as FuzzRequest["as"],
        method,
        url,
        headers: { "content-type": `multipart/form-data; boundary=${said}` },
        payload: damage(Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])),
        isMeant: true,
      };
    });
}
