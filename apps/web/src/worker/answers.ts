import type { Kept } from "../lib/device/kept-store.ts";
import { keptAtHeader, keptAtMeta } from "../lib/device/marks.ts";
import { plainText } from "../lib/plain-text.ts";

/** Headers about transport or encoding; they describe the transfer, not the content. */
const ofTheWay =
  /^(?:content-(?:encoding|length|range)|transfer-encoding|cache-control|etag|vary|date|connection|keep-alive|x-request-id|x-ratelimit-.*)$/;

/** The headers of an answer that are kept with it. */
export const lastingHeaders = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => !ofTheWay.test(name));

/** Whether an answer may be stored on the device. */
export function mayBeKept(answer: Response, kind: Kept["kind"], isOwn: boolean): boolean {
  if (answer.status !== 200 || answer.redirected || answer.type === "opaque") return false;
  // Members' own answers carry no-store for the caches that know no members; these here are kept for one member.
  const isSecret = /\bno-store\b/.test(answer.headers.get("cache-control") ?? "");
  if (isSecret && !(kind === "call" && isOwn)) return false;
  const type = answer.headers.get("content-type") ?? "";
  const expected = { page: "text/html", call: "application/json", picture: "image/", media: "" }[kind];
  return type.startsWith(expected);
}

/** An answer from this device, which says so. `range`: the header of a request for a part of a file. */
export async function answerFrom(
  { kind, at, headers }: Kept,
  body: Blob,
  range: string | null,
): Promise<Response> {
  const told = new Headers(headers);
  const since = new Date(at).toISOString();
  told.set(keptAtHeader, since);
  if (kind === "page") {
    const html = await body.text();
    const mark = `<meta name="${keptAtMeta}" content="${since}">`;
    return new Response(
      html.replace("<head>", (head) => head + mark),
      { headers: told },
    );
  }
  if (kind !== "media") return new Response(body, { headers: told });
  told.set("accept-ranges", "bytes");
  const part = range === null ? null : sliceOf(range, body.size);
  if (part === "beyond")
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${body.size}` } });
  if (part === null) {
    told.set("content-length", String(body.size));
    return new Response(body, { headers: told });
  }
  const { start, end } = part;
  told.set("content-range", `bytes ${start}-${end}/${body.size}`);
  told.set("content-length", String(end - start + 1));
  const type = told.get("content-type") ?? "";
  return new Response(body.slice(start, end + 1, type), { status: 206, headers: told });
}

/**
 * The bytes that a Range header asks for, `end` included; null: all of them, because it asks for several parts or cannot
 * be read.
 */
export function sliceOf(range: string, size: number): { start: number; end: number } | "beyond" | null {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "beyond" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "beyond" : { start, end };
}

/** The title that a page or an answer says. */
export async function titleIn(kind: Kept["kind"], part: string | null, body: Blob): Promise<string | null> {
  if (part === null || kind === "picture" || kind === "media") return null;
  const text = await body.text();
  if (kind === "page") {
    const title = /<title>([^<]*)<\/title>/.exec(text)?.[1];
    return title === undefined ? null : plainText(title).replace(/ · [^·]*$/, "");
  }
  try {
    const { title, name } = JSON.parse(text);
    return typeof title === "string" ? title : typeof name === "string" ? name : null;
  } catch {
    return null;
  }
}

/** The address of the entry script in a page of the site. */
export const entryIn = (html: string): string | undefined =>
  /<script[^>]* data-scripts="(\/assets\/[^" ]+)/.exec(html)?.[1] ??
  /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(html)?.[1];
