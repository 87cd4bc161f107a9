import { limits, type OwnPage, type OwnPageDraft } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { languageTagOf } from "../../lib/language-tag.ts";
import type { ActivityService } from "../admin/activity.service.ts";
import type { RenderingService } from "../rendering/rendering.service.ts";
import {
  deleteOwnPage,
  findOwnPage,
  type OwnPageRow,
  readOwnPages,
  writeOwnPage,
} from "./own-pages.repository.ts";
import { lockSettings } from "./settings.repository.ts";
import type { SettingsService } from "./settings.service.ts";

interface Dependencies {
  db: Database;
  settings: Pick<SettingsService, "look" | "reload">;
  rendering: Pick<RenderingService, "article" | "excerpt">;
  activity: Pick<ActivityService, "note">;
  clock: Clock;
}

/** Pages of the site's own (docs/rules.md#own-pages). Verified admins write them; everybody reads them. */
export function createOwnPageService({ db, settings, rendering, activity, clock }: Dependencies) {
  async function find(slug: string): Promise<OwnPageRow> {
    const row = await findOwnPage(db.query, slug);
    if (!row) throw new AppError("page_not_found");
    return row;
  }

  return {
    /** As footers link them. */
    list: () => settings.look().pages,

    /** @throws AppError page_not_found */
    get: async (slug: string): Promise<OwnPage> => present(await find(slug)),

    /** With its beginning as plain words. @throws AppError page_not_found */
    async described(slug: string): Promise<{ page: OwnPage; description: string }> {
      const row = await find(slug);
      return { page: present(row), description: row.excerpt };
    },

    /** Records nothing if nothing changes. @throws AppError list_full, invalid_input for a language that is none */
    async put(adminId: number, slug: string, draft: OwnPageDraft): Promise<OwnPage> {
      const { body } = draft;
      const title = draft.title.trim();
      const language = languageTagOf(draft.language ?? "en");
      // Before the transaction, because a text may take seconds.
      const bodyHtml = await rendering.article(adminId, body);
      const excerpt = await rendering.excerpt(adminId, body);
      const page = { slug, title, body, bodyHtml, excerpt, language, updatedAt: clock() };
      const written = await db.transaction(async (tx) => {
        // One change at a time, so that there are never too many.
        await lockSettings(tx);
        const before = await findOwnPage(tx, slug);
        if (!before && (await readOwnPages(tx)).length >= limits.ownPages)
          throw new AppError("list_full", {
            sentence: `A site can have ${limits.ownPages} pages of its own. Delete one first.`,
          });
        if (before?.title === title && before.body === body && before.language === language) return before;
        const row = await writeOwnPage(tx, page);
        const { id: subjectId, updatedAt: doneAt } = row;
        await activity.note(tx, { adminId, kind: "pageSaved", subjectId, subject: title, doneAt });
        return row;
      });
      await settings.reload();
      return present(written);
    },

    /** @throws AppError page_not_found */
    async remove(adminId: number, slug: string): Promise<void> {
      await db.transaction(async (tx) => {
        await lockSettings(tx);
        const row = await findOwnPage(tx, slug);
        if (!row) throw new AppError("page_not_found");
        await deleteOwnPage(tx, row.id);
        const subject = { subjectId: row.id, subject: row.title };
        await activity.note(tx, { adminId, kind: "pageDeleted", ...subject, doneAt: clock() });
      });
      await settings.reload();
    },
  };
}
export type OwnPageService = ReturnType<typeof createOwnPageService>;

const present = ({ slug, title, body, bodyHtml, language, updatedAt }: OwnPageRow): OwnPage => ({
  slug,
  title,
  body,
  body_html: bodyHtml,
  language,
  updated_at: updatedAt.toISOString(),
});
