import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** 256 random bits, as Standard Webhooks writes secrets. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString("base64");

interface Signed {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/** The headers by which a receiver knows that a message is ours, and which one it is. `secret` begins with `whsec_`. */
export function signatureHeaders(secret: string, { id, sentAt, body }: Signed): Record<string, string> {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}
