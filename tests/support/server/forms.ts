import type { Answer, CallOptions, TestApp } from "./app.ts";

/** A file as a browser's form would carry it. */
export interface FormFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name?: string;
  /** Name of the part; `file` unless said. */
  readonly part?: string;
}

/** A form as the bytes that a browser would send. */
export async function encodeForm(
  fields: Record<string, string>,
  file: FormFile | readonly FormFile[] | null = null,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { bytes, type, part = "file", name = "upload" } of [file ?? []].flat())
    form.append(part, new Blob([Buffer.from(bytes)], { type }), name);
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
  };
}

/** Sends a form without a socket. */
export async function sendForm(
  app: TestApp,
  method: "POST" | "PATCH",
  url: string,
  {
    fields = {},
    file = null,
    ...options
  }: CallOptions & { fields?: Record<string, string>; file?: FormFile | readonly FormFile[] | null },
): Promise<Answer> {
  const { body, headers } = await encodeForm(fields, file);
  return app.call(method, url, { ...options, body, headers: { ...headers, ...options.headers } });
}

export const draftFields = (facts: Record<string, string> = {}) => ({
  title: "How a cairn stands",
  body: "Stone on **stone**.",
  content_type: "article",
  category: "Data Science",
  ...facts,
});
