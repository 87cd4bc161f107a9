import { readFile } from "node:fs/promises";
import {
  type ImportReport,
  type Invitation,
  type InvitationPage,
  type InvitedRole,
  limits,
  type NewInvitation,
} from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import { normaliseEmail } from "../../lib/email.ts";
import type { ActivityService } from "../admin/activity.service.ts";
import type { AuthMails } from "../auth/auth-mails.ts";
import type { Mail, MailService } from "../mail/mail.service.ts";
import type { ReceivedFile } from "../media/incoming-files.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { createInvitationLinks } from "./invitation-links.ts";
import {
  countUse,
  deleteEndedBefore,
  findInvitations,
  type InvitationRow,
  insertInvitations,
  knownEmails,
  removeInvitation,
} from "./invitations.repository.ts";
import { decideJoining } from "./joining.policy.ts";
import { readPeople } from "./people-list.ts";

interface Dependencies {
  db: Database;
  settings: Pick<SettingsService, "values">;
  mail: Pick<MailService, "queueAll">;
  mails: AuthMails;
  activity: Pick<ActivityService, "note">;
  /** Signs the links. */
  secret: string;
  publicUrl: string;
  clock: Clock;
}

/** Somebody who is about to get an account. */
interface Applicant {
  /** In the form in which emails are stored. */
  readonly email: string;
  /** What the link of an invitation carried. */
  readonly invitation: string | undefined;
}

const day = 24 * 60 * 60_000;
const [usualDays, mostDays, keptDays] = [30, 366, 90];
/** What a list may be declared as: browsers name CSV in many ways. */
export const isListType = (type: string): boolean => !/^(?:image|audio|video)\/|pdf|zip/.test(type);
export const listSentences = {
  type: "Only a CSV file is allowed.",
  size: "A list of people can have at most 1 MB.",
};

/** Who may join, and invitations (docs/rules.md#who-may-join). */
export function createInvitationService(dependencies: Dependencies) {
  const { db, settings, mail, mails, activity, secret, publicUrl, clock } = dependencies;
  const links = createInvitationLinks(secret, publicUrl);

  const present = (row: InvitationRow): Invitation => ({
    id: row.id,
    url: links.urlOf(row.id),
    role: row.role,
    email: row.email,
    uses: row.uses,
    used: row.used,
    ends_at: row.endsAt.toISOString(),
    created_at: row.createdAt.toISOString(),
  });

  const mailOf = ({ id, email, role, endsAt }: InvitationRow, sender: string): Mail[] =>
    email === null ? [] : [{ to: email, sender, ...mails.joinInvitation(links.urlOf(id), role, endsAt) }];

  /** @throws AppError invalid_input */
  function endOf(asked: string | undefined, now: Date): Date {
    const at = asked === undefined ? new Date(now.getTime() + usualDays * day) : new Date(asked);
    if (!(at > now)) throw fieldError("ends_at", "must be in the future");
    if (at.getTime() > now.getTime() + mostDays * day) throw fieldError("ends_at", "must be within a year");
    return at;
  }

  return {
    /**
     * Decides in the transaction that opens the account, and counts a use of its invitation.
     * @returns the role that the invitation gives, null without one, and whether an admin has to approve the account
     * @throws AppError joining_closed, domain_not_allowed, invitation_invalid
     */
    async admit(
      tx: Transaction,
      { email, invitation }: Applicant,
    ): Promise<{ role: InvitedRole | null; waits: boolean }> {
      const id = invitation === undefined ? null : links.read(invitation);
      const role = id === null ? null : await countUse(tx, { id, email, at: clock() });
      const state = invitation === undefined ? "none" : role === null ? "invalid" : "valid";
      const decision = decideJoining(settings.values(), { email, invitation: state });
      if (decision !== "enter" && decision !== "wait") throw new AppError(decision);
      return { role, waits: decision === "wait" };
    },

    async list({ cursor, per_page: perPage = limits.adminPage }: { cursor?: string; per_page?: number }) {
      const before = cursor === undefined ? null : decodeCursor(cursor).id;
      const rows = await findInvitations(db.query, before, perPage + 1);
      const shown = rows.slice(0, perPage);
      const last = shown.at(-1);
      const next = last && rows.length > perPage ? encodeCursor({ at: last.createdAt, id: last.id }) : null;
      return { items: shown.map(present), next } satisfies InvitationPage;
    },

    /** One with an email is mailed. @throws AppError already_invited, invalid_input */
    async create(
      adminId: number,
      { role = "User", email, uses = 1, ends_at }: NewInvitation,
    ): Promise<Invitation> {
      const now = clock();
      const endsAt = endOf(ends_at, now);
      const to = email === undefined ? null : normaliseEmail(email);
      if (to !== null && uses !== 1) throw fieldError("uses", "must be 1 with an email");
      return db.transaction(async (tx) => {
        if (to !== null && (await knownEmails(tx, [to])).has(to))
          throw fieldError("email", "belongs to a member already");
        const [row] = await insertInvitations(tx, [{ role, email: to, uses, createdAt: now, endsAt }]);
        ensure(row, "already_invited");
        const subject = to ?? `a link for ${uses === 1 ? "one person" : `${uses} people`}`;
        await activity.note(tx, {
          adminId,
          kind: "invitationCreated",
          subjectId: row.id,
          subject,
          doneAt: now,
        });
        await mail.queueAll(tx, mailOf(row, `member ${adminId}`));
        return present(row);
      });
    },

    /** @throws AppError invitation_not_found */
    remove: (adminId: number, id: number): Promise<void> =>
      db.transaction(async (tx) => {
        const row = await removeInvitation(tx, id);
        ensure(row, "invitation_not_found");
        const subject = row.email ?? "a link";
        await activity.note(tx, {
          adminId,
          kind: "invitationDeleted",
          subjectId: id,
          subject,
          doneAt: clock(),
        });
      }),

    /**
     * Invites the people of a list who have neither an invitation nor an account, in one transaction: sending it again
     * mails nobody twice. `send` false changes nothing.
     */
    async invitePeople(adminId: number, file: ReceivedFile | null, send: boolean): Promise<ImportReport> {
      if (!file) throw fieldError("file", "is missing");
      const { rows, people, wrong } = readPeople(await readFile(file.path));
      const report = { rows, good: people.length, wrong: [...wrong] };
      if (!send || people.length === 0) return { ...report, sent: 0 };
      const now = clock();
      const endsAt = endOf(undefined, now);
      const sent = await db.transaction(async (tx) => {
        const members = await knownEmails(
          tx,
          people.map(({ email }) => email),
        );
        const fresh = people.filter(({ email }) => !members.has(email));
        const added = await insertInvitations(
          tx,
          fresh.map(({ email, role }) => ({ email, role, uses: 1, createdAt: now, endsAt })),
        );
        const [first] = added;
        if (!first) return 0;
        const subject = added.length === 1 ? "1 person" : `${added.length} people`;
        await activity.note(tx, {
          adminId,
          kind: "invitationsImported",
          subjectId: first.id,
          subject,
          doneAt: now,
        });
        await mail.queueAll(
          tx,
          added.flatMap((row) => mailOf(row, `member ${adminId}`)),
        );
        return added.length;
      });
      return { ...report, sent };
    },

    sweep: () => deleteEndedBefore(db.query, new Date(clock().getTime() - keptDays * day)),
  };
}
export type InvitationService = ReturnType<typeof createInvitationService>;
