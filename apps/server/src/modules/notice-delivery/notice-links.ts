import { createHmac, timingSafeEqual } from "node:crypto";
import { type MailChoice, mailChoices, type NoticeSubject, noticeSubjects } from "@cairn/contract";

/** The mails that a link ends: those about one thing, or those of one rhythm. */
export type MailScope = NoticeSubject | Exclude<MailChoice, "never" | "now">;

const scopes: readonly string[] = [...noticeSubjects, ...mailChoices];

/** Whose link it is, and which mails it came with. */
export interface NoticeToken {
  readonly userId: number;
  readonly scope: MailScope;
}

/**
 * Links of mails that need no sign-in: they show and change a member's choices about mail, and nothing else. They are
 * signed, not stored, and good for as long as the site has its secret: a mail may be opened years later.
 */
export function createNoticeLinks(secret: string, publicUrl: string) {
  const sign = (text: string) =>
    createHmac("sha256", secret)
      .update(`notice link\n${text}`)
      .digest()
      .subarray(0, 18)
      .toString("base64url");
  const tokenOf = ({ userId, scope }: NoticeToken) => `${userId}.${scope}.${sign(`${userId}.${scope}`)}`;

  return {
    choices: (token: NoticeToken) => `${publicUrl}/notices/choices?token=${tokenOf(token)}`,
    unsubscribe: (token: NoticeToken) => `${publicUrl}/notices/unsubscribe?token=${tokenOf(token)}`,

    /** null for anything that this site has not signed. */
    read(token: string): NoticeToken | null {
      const [, id, scope = "", signature = ""] =
        /^([1-9]\d{0,14})\.([a-z]{1,12})\.([\w-]{24})$/.exec(token) ?? [];
      if (!scopes.includes(scope)) return null;
      const expected = Buffer.from(sign(`${id}.${scope}`));
      if (!timingSafeEqual(expected, Buffer.from(signature))) return null;
      return { userId: Number(id), scope: scope as MailScope };
    },
  };
}
