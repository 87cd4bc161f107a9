import {
  type Author,
  limits,
  type Profile,
  type ProfileChange,
  readSearchWords,
  trimmed,
} from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { noItem, type Preview } from "../../lib/share-preview.ts";
import type { Site } from "../../lib/site-look.ts";
import type { ActivityService } from "../admin/activity.service.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { ContentService } from "../content/content.service.ts";
import type { ReceivedFile } from "../media/incoming-files.ts";
import type { HeldFile } from "../media/intake.ts";
import type { MediaService } from "../media/media.service.ts";
import type { MediaAddresses } from "../media/media-addresses.ts";
import { changesOf } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import { readInterests, readLanguages, readSocialLinks } from "./profile-fields.ts";
import {
  authorsByName,
  lockProfile,
  type ProfileFields,
  type ProfileRow,
  updateProfile,
} from "./profiles.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  auth: AuthService;
  content: Pick<ContentService, "publishedBy">;
  media: MediaService;
  addresses: MediaAddresses;
  activity: Pick<ActivityService, "note">;
  site: Site;
  clock: Clock;
}

export function createProfileService(dependencies: Dependencies) {
  const { db, users, auth, content, media, addresses, activity, site, clock } = dependencies;

  /** Profile pictures are public, so their addresses are permanent. */
  const present = (row: ProfileRow): Profile => ({
    name: row.name,
    email: row.email,
    email_confirmed: row.emailConfirmedAt !== null,
    bio: row.bio,
    avatar_url: row.avatarKey && addresses.published(row.avatarKey),
    avatar_small_url: row.avatarSmallKey && addresses.published(row.avatarSmallKey),
    social_links: row.socialLinks,
    interests: row.interests,
    languages: row.languages,
  });

  /** The public part of an account that has published something; of a deactivated one, its name and posts alone. */
  async function findAuthor(id: number): Promise<Author | null> {
    const [user, items] = await Promise.all([users.find(id), content.publishedBy(id)]);
    if (!user || items === 0) return null;
    const { name, role, active, bio, socialLinks, avatarKey, createdAt } = user;
    return {
      id,
      name,
      role,
      bio: active ? bio : "",
      links: active ? socialLinks : [],
      avatar_url: active && avatarKey ? addresses.published(avatarKey) : null,
      items,
      since: createdAt.toISOString(),
    };
  }

  /** The ledger shows an admin's current name, so the activity records the earlier one. */
  async function noteRenamedAdmin(tx: Transaction, before: ProfileRow, after: ProfileRow): Promise<void> {
    const changes = changesOf(before, after);
    if (after.role !== "Admin" || changes === null) return;
    const { id, name } = after;
    await activity.note(tx, {
      adminId: id,
      kind: "userUpdated",
      subjectId: id,
      subject: name,
      changes,
      doneAt: clock(),
    });
  }

  return {
    get: async ({ userId }: Bearer): Promise<Profile> => present(await users.active(userId)),

    /** @throws AppError author_not_found for an account that has published nothing. */
    async author(id: number): Promise<Author> {
      const found = await findAuthor(id);
      if (!found) throw new AppError("author_not_found");
      return found;
    },

    /** The members with published items whose names have these words (docs/rules.md#search-for-authors); nobody without words. */
    async authorsNamed(written: string): Promise<Author[]> {
      const words = readSearchWords(written);
      if (words === "") return [];
      const ids = await authorsByName(db.query, words, limits.foundAuthors);
      const found = await Promise.all(ids.map(findAuthor));
      return found.flatMap((author) => author ?? []);
    },

    /** The preview that a shared link to an author shows; null for an account that has published nothing. */
    async preview(id: number): Promise<Preview | null> {
      const author = await findAuthor(id);
      if (!author) return null;
      const { name, bio, avatar_url: image } = author;
      const description = bio || `What ${name} has published on ${site().name}.`;
      return { ...noItem, title: name, description, image };
    },

    /** Applies all changes or none. A new password ends the member's other sessions. */
    async change(bearer: Bearer, change: ProfileChange, avatar: ReceivedFile | null): Promise<Profile> {
      const { userId } = bearer;
      await users.active(userId);
      const fields = fieldsOf(change);
      const storePassword = change.password && (await auth.prepareNewPassword(bearer, change.password));
      const held = avatar ? await media.checkAvatar(userId, avatar) : [];

      const changing = db.transaction(async (tx) => {
        const before = await lockProfile(tx, userId);
        await media.add(tx, held, userId);
        const changes = { ...fields, ...avatarOf(held) };
        const row = Object.keys(changes).length > 0 ? await updateProfile(tx, userId, changes) : before;
        await noteRenamedAdmin(tx, before, row);
        const replaced =
          held.length > 0 ? [before.avatarKey, before.avatarSmallKey].flatMap((key) => key ?? []) : [];
        await media.forget(tx, replaced);
        return { row, replaced, endOthers: storePassword && (await storePassword(tx)) };
      });
      const done = await media.commit(held, changing);
      if (done.endOthers) done.endOthers();
      await media.removeFiles(done.replaced);
      return present(done.row);
    },
  };
}
export type ProfileService = ReturnType<typeof createProfileService>;

function fieldsOf({ name, bio, social_links: links, interests, languages }: ProfileChange): ProfileFields {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(bio !== undefined && { bio: trimmed(bio) }),
    ...(links !== undefined && { socialLinks: readSocialLinks(links) }),
    ...(interests !== undefined && { interests: readInterests(interests) }),
    ...(languages !== undefined && { languages: readLanguages(languages) }),
  };
}

function avatarOf([large, small]: readonly HeldFile[]): ProfileFields {
  return large && small ? { avatarKey: large.key, avatarSmallKey: small.key } : {};
}
