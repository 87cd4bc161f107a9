import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The key that every bucket of the tests takes: s3rver knows one id, and no secret. */
export const testKey = { accessKeyId: "S3RVER", secretAccessKey: "a secret/of+the tests" };

/** Whether a request is signed by that key: Amazon's signature, version 4, in the Authorization header. */
export function isSigned(request: IncomingMessage): boolean {
  const { authorization = "" } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!parts) return false;
  const [, id = "", day = "", region = "", names = "", signature = ""] = parts;
  const headerOf = (name: string) => String(request.headers[name] ?? "").trim();
  const url = new URL(request.url ?? "/", "http://bucket");
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname,
    query.join("&"),
    ...names.split(";").map((name) => `${name}:${headerOf(name)}`),
    "",
    names,
    headerOf("x-amz-content-sha256"),
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headerOf("x-amz-date"), scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${testKey.secretAccessKey}`,
  );
  return id === testKey.accessKeyId && timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"));
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
