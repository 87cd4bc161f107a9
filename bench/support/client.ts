import { Line, type Target } from "./line.ts";

// A program: the client of the measurements, a process of its own, so that its work is none of the server's. It is told
// what to send as messages and answers with what it measured.

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** A form with these fields and a PDF file of this many bytes. */
  readonly form?: { readonly fields: Readonly<Record<string, string>>; readonly fileBytes: number };
  /** A form with this PNG alone. */
  readonly picture?: { readonly field: string; readonly bytes: Uint8Array };
}

export interface Load {
  readonly target: Target;
  readonly requests: readonly Request[];
  /** Which request follows which, again and again; without it one after another. */
  readonly order?: readonly number[];
  /** Ends with the last request, so that none is made twice. */
  readonly once?: boolean;
  readonly parallel: number;
  readonly ms: number;
  /** At most this many requests a second. */
  readonly perSecond?: number;
  /** Refusals count as answers too, and so does a connection that the server closes: as 0. */
  readonly anyAnswer?: boolean;
}

export interface Pace {
  readonly calls: number;
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<number, number>>;
}

export type Told = { readonly id: number; readonly load: Load };
export type Answered = { readonly id: number } & ({ readonly pace: Pace } | { readonly error: string });

interface Encoded {
  readonly head: Buffer;
  readonly rest: readonly Buffer[];
}

const boundary = "----cairnbench";
const block = Buffer.alloc(65_536, 0x20);

function encode({ method, path, headers = {}, body, form, picture }: Request): Encoded {
  const parts = form
    ? formParts(form)
    : picture
      ? pictureParts(picture)
      : body
        ? [Buffer.from(JSON.stringify(body))]
        : [];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const type = form || picture ? `multipart/form-data; boundary=${boundary}` : "application/json";
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "accept-encoding: gzip, deflate, br",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(method === "GET" ? [] : [`content-length: ${length}`]),
    ...(length === 0 ? [] : [`content-type: ${type}`]),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  return form || picture ? { head, rest: parts } : { head: Buffer.concat([head, ...parts]), rest: [] };
}

function formParts({ fields, fileBytes }: NonNullable<Request["form"]>): Buffer[] {
  const part = (name: string, more: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
  const texts = Object.entries(fields).map(([name, value]) => part(name, "", `${value}\r\n`));
  const begins = part("file", '; filename="f.pdf"\r\ncontent-type: application/pdf', "%PDF-1.7\n1 0 obj\n");
  const ends = "\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";
  const blocks = Array.from({ length: Math.floor(fileBytes / block.length) }, () => block);
  return [Buffer.from(texts.join("") + begins), ...blocks, Buffer.from(`${ends}\r\n--${boundary}--\r\n`)];
}

function pictureParts({ field, bytes }: NonNullable<Request["picture"]>): Buffer[] {
  const begin = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="f.png"\r\ncontent-type: image/png\r\n\r\n`;
  return [Buffer.from(begin), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)];
}

async function run(load: Load): Promise<Pace> {
  const { target, requests, order, once = false, parallel, ms, perSecond, anyAnswer = false } = load;
  const encoded = requests.map(encode);
  const lines: (Line | undefined)[] = await Promise.all(
    Array.from({ length: parallel }, () => Line.open(target)),
  );
  const took: number[] = [];
  const statuses: Record<number, number> = {};
  let next = 0;
  const begun = performance.now();
  const send = async (place: number, { head, rest }: Encoded) => {
    const line = lines[place] ?? (await Line.open(target));
    lines[place] = line;
    try {
      return await line.send(head, rest);
    } catch (error) {
      if (!anyAnswer) throw error;
      delete lines[place];
      return { status: 0, text: () => "" };
    }
  };
  const caller = async (place: number) => {
    for (;;) {
      const now = performance.now();
      const turn = next++;
      if (now - begun >= ms || (once && turn >= encoded.length)) return;
      if (perSecond) {
        const due = begun + (turn * 1000) / perSecond;
        if (due - begun >= ms) return;
        await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      }
      const index = order ? order[turn % order.length] : turn % encoded.length;
      const from = performance.now();
      const reply = await send(place, encoded[index ?? 0] as Encoded);
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      if (reply.status >= 300 && !anyAnswer) {
        const { method, path } = requests[index ?? 0] as Request;
        throw new Error(`${method} ${path}: ${reply.text().slice(0, 1_500)}`);
      }
      took.push(performance.now() - from);
    }
  };
  try {
    await Promise.all(lines.map((_, place) => caller(place)));
  } finally {
    for (const line of lines) line?.close();
  }
  const seconds = (performance.now() - begun) / 1000;
  took.sort((one, other) => one - other);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
  return {
    calls: took.length,
    perSecond: took.length / seconds,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    statuses,
  };
}

process.on("message", ({ id, load }: Told) => {
  const answer = (answered: Answered) => void process.send?.(answered);
  run(load).then(
    (pace) => answer({ id, pace }),
    (error: unknown) => answer({ id, error: String(error) }),
  );
});
