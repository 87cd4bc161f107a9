import type { Profile, ProfileChange } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { Bearer } from "../auth/sessions.ts";
import type { ReceivedFile } from "../media/incoming-files.ts";
import type { HeldFile } from "../media/intake.ts";
import type { MediaService } from "../media/media.service.ts";
import type { MediaAddresses } from "../media/media-addresses.ts";
import type { UserService } from "../users/users.service.ts";
import { readInterests, readSocialLinks } from "./profile-fields.ts";
import { lockProfile, type ProfileFields, type ProfileRow, updateProfile } from "./profiles.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  auth: AuthService;
  media: MediaService;
  addresses: MediaAddresses;
}

export function createProfileService({ db, users, auth, media, addresses }: Dependencies) {
  /** Faces are for everybody: their addresses last. */
  const present = (row: ProfileRow): Profile => ({
    name: row.name,
    email: row.email,
    email_confirmed: row.emailConfirmedAt !== null,
    bio: row.bio,
    avatar_url: row.avatarKey && addresses.published(row.avatarKey),
    avatar_small_url: row.avatarSmallKey && addresses.published(row.avatarSmallKey),
    social_links: row.socialLinks,
    interests: row.interests,
  });

  return {
    get: async ({ userId }: Bearer): Promise<Profile> => present(await users.active(userId)),

    /** All of it or nothing. A new password ends the member's other sessions. */
    async change(bearer: Bearer, change: ProfileChange, avatar: ReceivedFile | null): Promise<Profile> {
      const { userId } = bearer;
      await users.active(userId);
      const fields = fieldsOf(change);
      const storePassword = change.password && (await auth.prepareNewPassword(bearer, change.password));
      const held = avatar ? await media.takeAvatar(avatar) : [];

      const done = await media.keep(held, () =>
        db.transaction(async (tx) => {
          const before = await lockProfile(tx, userId);
          await media.add(tx, held);
          const changes = { ...fields, ...avatarOf(held) };
          const row = Object.keys(changes).length > 0 ? await updateProfile(tx, userId, changes) : before;
          const replaced =
            held.length > 0 ? [before.avatarKey, before.avatarSmallKey].flatMap((key) => key ?? []) : [];
          await media.forget(tx, replaced);
          return { row, replaced, endOthers: storePassword && (await storePassword(tx)) };
        }),
      );
      if (done.endOthers) done.endOthers();
      await media.removeFiles(done.replaced);
      return present(done.row);
    },
  };
}
export type ProfileService = ReturnType<typeof createProfileService>;

function fieldsOf({ name, bio, social_links: links, interests }: ProfileChange): ProfileFields {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(bio !== undefined && { bio: bio.trim() }),
    ...(links !== undefined && { socialLinks: readSocialLinks(links) }),
    ...(interests !== undefined && { interests: readInterests(interests) }),
  };
}

function avatarOf([large, small]: readonly HeldFile[]): ProfileFields {
  return large && small ? { avatarKey: large.key, avatarSmallKey: small.key } : {};
}
