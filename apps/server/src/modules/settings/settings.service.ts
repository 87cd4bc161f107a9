import {
  type FixableSetting,
  fixableSettings,
  type SettingsChange,
  type SiteSettings,
} from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import type { Changes } from "../../events/changes.ts";
import { fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { type LogoForm, logoPath, type SiteLook } from "../../lib/site-look.ts";
import type { ActivityService } from "../admin/activity.service.ts";
import type { ReceivedFile } from "../media/incoming-files.ts";
import type { PictureProcess } from "../media/pictures/picture-process.ts";
import { readOwnPages } from "./own-pages.repository.ts";
import { changesIn, type FixedValues, type Values, valuesAfter } from "./settings.policy.ts";
import {
  lockSettings,
  readLogo,
  readSettings,
  type SettingsRow,
  writeLogo,
  writeSettings,
} from "./settings.repository.ts";

interface Dependencies {
  db: Database;
  changes: Pick<Changes, "on" | "tell">;
  /** What the environment sets. */
  fixed: FixedValues;
  activity: Pick<ActivityService, "note">;
  clock: Clock;
  log: { warn(facts: object, message: string): void };
}

const forms: readonly LogoForm[] = ["logo", "icon-180", "icon-192", "icon-512", "maskable-512"];

export const isLogoForm = (text: string): text is LogoForm => forms.includes(text as LogoForm);

/** What to say of a file that cannot be a logo. */
export const logoSentences = {
  type: "Only PNG, JPEG, WebP, GIF and AVIF pictures are allowed.",
  size: "A logo can have at most 2 MB.",
};

/** Names the one row of settings in the admins' activity. */
const subject = { subjectId: 1, subject: "the site" };

/** The site's settings in memory, read again at each notice of a change (docs/rules.md#settings). */
export async function createSettingsService({ db, changes, fixed, activity, clock, log }: Dependencies) {
  let row = await readSettings(db.query);
  // After the row: pages that are older than its version would stay.
  let pages = await readOwnPages(db.query);
  let values = valuesOf(row);

  /** Answers that were made meanwhile show the former settings, so all are dropped once the new ones are here. */
  async function reload(): Promise<void> {
    const read = await readSettings(db.query);
    if (read.version === row.version) return;
    const readPages = await readOwnPages(db.query);
    // A later notice may have been quicker.
    if (read.version < row.version) return;
    row = read;
    pages = readPages;
    values = valuesOf(row);
    changes.tell("all");
  }
  changes.on((sources) => {
    if (sources !== "all" && !sources.has("settings")) return;
    reload().catch((error: unknown) => log.warn({ err: error }, "the settings could not be read again"));
  });

  function valuesOf(read: SettingsRow): Values {
    return { ...storedIn(read), ...fixed };
  }

  const look = (): SiteLook => {
    const { name, tagline, accent, joining } = values;
    const { version, logoVersion, logoRatio } = row;
    const logo =
      logoVersion === null || logoRatio === null ? null : { version: logoVersion, ratio: logoRatio };
    return { version, name, tagline, accent, logo, joining, pages };
  };

  const present = (): SiteSettings => ({
    ...values,
    domains: [...values.domains],
    groups: [...values.groups],
    logo_url: logoPath(look(), "logo"),
    fixed: fixableSettings.filter((name: FixableSetting) => fixed[name] !== undefined),
  });

  const note = (tx: Transaction, adminId: number, words: string) =>
    activity.note(tx, { adminId, kind: "settingsChanged", ...subject, changes: words, doneAt: clock() });

  async function changeLogo(adminId: number, made: ReadonlyMap<LogoForm, Buffer>): Promise<SiteSettings> {
    await db.transaction(async (tx) => {
      const before = await lockSettings(tx);
      if (made.size === 0 && before.logoVersion === null) return;
      await writeLogo(tx, made);
      await note(tx, adminId, made.size > 0 ? "a new logo" : "no logo any more");
    });
    await reload();
    return present();
  }

  return {
    /** All of them, as they hold now. */
    values: (): Values => values,
    look,
    present,
    /** After a change by this process, so that its next answer shows it. */
    reload,

    /** Records nothing if nothing changes. @throws AppError invalid_input naming a field that cannot be so */
    async change(adminId: number, change: SettingsChange): Promise<SiteSettings> {
      await db.transaction(async (tx) => {
        const before = storedIn(await lockSettings(tx));
        const after = valuesAfter(before, change, fixed);
        const words = changesIn(before, after);
        if (words === null) return;
        const { captions_required: captionsRequired, ...others } = after;
        await writeSettings(tx, { ...others, captionsRequired });
        await note(tx, adminId, words);
      });
      await reload();
      return present();
    },

    /** The picture process decodes it, as every picture. @throws AppError file_type_refused, picture_too_large */
    async setLogo(
      adminId: number,
      file: ReceivedFile | null,
      pictures: Pick<PictureProcess, "logo">,
    ): Promise<SiteSettings> {
      if (!file) throw fieldError("file", "is missing");
      const made = new Map<LogoForm, Buffer>();
      for (const form of forms)
        made.set(form, Buffer.from(await pictures.logo(adminId, { source: file.path, form })));
      return changeLogo(adminId, made);
    },

    dropLogo: (adminId: number): Promise<SiteSettings> => changeLogo(adminId, new Map()),

    /** null if the logo has another version now. */
    logo: async (version: number, form: LogoForm): Promise<Buffer | null> =>
      version === row.logoVersion ? readLogo(db.query, form) : null,
  };
}
export type SettingsService = Awaited<ReturnType<typeof createSettingsService>>;

const storedIn = ({ captionsRequired, ...row }: SettingsRow): Values => ({
  name: row.name,
  tagline: row.tagline,
  accent: row.accent,
  joining: row.joining,
  domains: row.domains,
  audience: row.audience,
  captions_required: captionsRequired,
  groups: row.groups,
});
