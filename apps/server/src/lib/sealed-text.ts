import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts texts that hold secrets, so that they do not leak into statement logs, write-ahead logs or database backups.
 * Each purpose has its own key. The recipient is authenticated data: a text moved to another recipient's row cannot be
 * decrypted.
 */
export function createSealedTexts(
  secret: string,
  purpose: "text of queued mails" | "secrets of webhooks" | "refresh tokens of providers",
) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `cairn: ${purpose}`, 32));
  return {
    seal(text: string, recipient: string): Buffer {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(recipient));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },

    /** null if the text was encrypted with another secret, or was altered. */
    open(sealed: Buffer, recipient: string): string | null {
      const nonce = sealed.subarray(0, nonceLength);
      const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
          .setAAD(Buffer.from(recipient))
          .setAuthTag(tag);
        const text = decipher.update(sealed.subarray(nonceLength + tagLength));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null; // GCM gives no reason
      }
    },
  };
}
