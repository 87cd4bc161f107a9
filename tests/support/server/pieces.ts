import { createHash } from "node:crypto";
import { pieceType, tusVersion } from "@cairn/contract";
import type { Answer, TestApp } from "./app.ts";

export const tusHeaders = { "tus-resumable": tusVersion };

const encode = (text: string) => Buffer.from(text).toString("base64");

/** Begins an upload as tus has it. */
export const beginUpload = (
  app: TestApp,
  token: string,
  {
    length,
    type = "video/mp4",
    headers = {},
  }: { length: number; type?: string; headers?: Record<string, string> },
): Promise<Answer> =>
  app.call("POST", "/uploads", {
    token,
    headers: {
      ...tusHeaders,
      "upload-length": String(length),
      "upload-metadata": `filename ${encode("Lesson 1.mp4")},filetype ${encode(type)}`,
      ...headers,
    },
  });

export const pieceHeaders = (offset: number) => ({
  ...tusHeaders,
  "content-type": pieceType,
  "upload-offset": String(offset),
});

/** Sends some bytes of an upload. */
export const sendBytes = (
  app: TestApp,
  token: string,
  id: string,
  { offset, bytes, headers = {} }: { offset: number; bytes: Uint8Array; headers?: Record<string, string> },
): Promise<Answer> =>
  app.call("PATCH", `/uploads/${id}`, {
    token,
    body: Buffer.from(bytes),
    headers: { ...pieceHeaders(offset), ...headers },
  });

/** As tus asks; -1: there is no such upload. */
export async function offsetOf(app: TestApp, token: string, id: string): Promise<number> {
  const { status, headers } = await app.call("HEAD", `/uploads/${id}`, { token, headers: tusHeaders });
  return status === 200 ? Number(headers["upload-offset"]) : -1;
}

export const checksumOf = (algorithm: string, bytes: Uint8Array) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest("base64")}`;
