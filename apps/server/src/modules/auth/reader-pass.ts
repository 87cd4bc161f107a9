import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { limits } from "@cairn/contract";
import { createMarkCookie } from "../../lib/mark-cookie.ts";
import type { Sessions } from "./sessions.ts";

interface Dependencies {
  readonly publicUrl: string;
  readonly secret: string;
  readonly sessions: Pick<Sessions, "isOpen">;
}

const idBytes = 16;
/** Hex digits and hyphens to bytes, and back. */
const bytesOf = (sessionId: string): Buffer => Buffer.from(sessionId.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * The cookie by which a browser shows that it has a session where it sends no token: for pages, pictures and films. It
 * opens what a visitor of another site may read, and nothing else: whoever needs to know the member asks for a token.
 */
export function createReaderPass({ publicUrl, secret, sessions }: Dependencies) {
  const seconds = limits.refreshAbsoluteDays * 24 * 60 * 60;
  const cookie = createMarkCookie({ publicUrl, name: "cairn_reader", sameSite: "Lax", seconds });
  const sign = (id: Buffer): Buffer =>
    createHmac("sha256", secret).update("reader pass\n").update(id).digest().subarray(0, idBytes);
  const own = randomBytes(2 * idBytes);

  return {
    /** The cookie of this session. */
    write(sessionId: string): string {
      const id = bytesOf(sessionId);
      return cookie.write(Buffer.concat([id, sign(id)]).toString("base64url"));
    },

    /** The session whose pass it is, open or not; null for none. */
    sessionOf(cookies: string | undefined): string | null {
      const pass = Buffer.from(cookie.read(cookies) ?? "", "base64url");
      const [id, signature] = [pass.subarray(0, idBytes), pass.subarray(idBytes)];
      return signature.length === idBytes && timingSafeEqual(signature, sign(id)) ? idOf(id) : null;
    },

    /** The cookie by which this process reads its own site: it audits what members are shown. */
    own: cookie.write(own.toString("base64url")).split(";", 1)[0] ?? "",
    isOwn(cookies: string | undefined): boolean {
      const pass = Buffer.from(cookie.read(cookies) ?? "", "base64url");
      return pass.length === own.length && timingSafeEqual(pass, own);
    },

    isOpen: (sessionId: string): Promise<boolean> => sessions.isOpen(sessionId),
  };
}
export type ReaderPass = ReturnType<typeof createReaderPass>;
