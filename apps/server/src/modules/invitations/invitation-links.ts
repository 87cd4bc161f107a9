import { createHmac, timingSafeEqual } from "node:crypto";
import { screens } from "@cairn/contract";

/** The links of invitations: signed, not stored, so that nobody who reads the database can join by them. */
export function createInvitationLinks(secret: string, publicUrl: string) {
  const sign = (id: string) =>
    createHmac("sha256", secret).update(`invitation\n${id}`).digest().subarray(0, 18).toString("base64url");

  return {
    urlOf: (id: number): string => `${publicUrl}${screens.register}?invitation=${id}.${sign(String(id))}`,

    /** null for anything that this site has not signed. */
    read(token: string): number | null {
      const [, id = "", signature = ""] = /^([1-9]\d{0,14})\.([\w-]{24})$/.exec(token.trim()) ?? [];
      if (id === "" || !timingSafeEqual(Buffer.from(sign(id)), Buffer.from(signature))) return null;
      return Number(id);
    },
  };
}
