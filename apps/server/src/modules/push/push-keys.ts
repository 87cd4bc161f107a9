import { createECDH, ECDH, hkdfSync } from "node:crypto";

const curve = "prime256v1";
/** The order of P-256. */
const order = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");

/** Base64url: an uncompressed point, and its secret of 32 bytes. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The key that signs the site's pushes (VAPID), derived from the site's secret: the same in all instances and after a
 * restart, without a second secret to look after. 384 bits reduced by the order leave no bias (FIPS 186-5, A.2.1).
 */
export function pushKeysOf(secret: string): PushKeys {
  const wide = Buffer.from(hkdfSync("sha256", secret, "", "cairn: key of web push", 48)).toString("hex");
  const scalar = (BigInt(`0x${wide}`) % (order - 1n)) + 1n;
  const pair = createECDH(curve);
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}

/** Whether base64url text is a point of the curve, uncompressed. */
export function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, curve);
    return true;
  } catch {
    return false; // not on the curve
  }
}
