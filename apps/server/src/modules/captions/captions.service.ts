import { readFile } from "node:fs/promises";
import type { CaptionsDraft, StoredCaptions, Transcript } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Transact } from "../../calls/idempotency.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, fieldError } from "../../lib/app-error.ts";
import { languageTagOf } from "../../lib/language-tag.ts";
import type { ReceivedFile } from "../media/incoming-files.ts";
import type { MediaService } from "../media/media.service.ts";
import type { RenderingService } from "../rendering/rendering.service.ts";
import type { UserService } from "../users/users.service.ts";
import { captionsOf, insertCaptions, ownCaptions, transcriptOf } from "./captions.repository.ts";

interface Dependencies {
  db: Database;
  users: Pick<UserService, "active">;
  media: Pick<MediaService, "holdCaptions" | "addFirst" | "hold" | "commit">;
  rendering: Pick<RenderingService, "captions">;
  content: { ensureReadable(bearer: Bearer | null, id: number): Promise<unknown> };
}

/** Captions that an item names, with the hash that is part of its revision. */
export interface UsedCaptions {
  readonly key: string;
  readonly sha256: Buffer;
  readonly language: string;
}

/** What to say of a file that is too large. */
export const captionsSentences = {
  type: "Only WebVTT and SubRip are allowed.",
  size: "A file of captions can have at most 2 MB.",
};

/** Captions of films and recordings, and what they say (docs/rules.md#captions-and-chapters). */
export function createCaptionsService({ db, users, media, rendering, content }: Dependencies) {
  return {
    /** Stores captions before the item that will have them. @throws AppError invalid_input naming a line that does not read */
    async add(
      { userId }: Pick<Bearer, "userId">,
      draft: CaptionsDraft,
      file: ReceivedFile | null,
      transact: Transact<StoredCaptions>,
    ): Promise<StoredCaptions> {
      const owner = await users.active(userId);
      const language = languageTagOf(draft.language);
      if (!file) throw fieldError("file", "is missing");
      const read = await rendering.captions(owner.id, await readFile(file.path), language);
      if (read === null) throw fieldError("file", "takes too long to read");
      if ("problem" in read) throw fieldError("file", `Line ${read.line}: ${read.problem}`);
      const held = await media.holdCaptions(read.vtt);
      const facts = {
        language,
        cues: read.cues.length,
        ends_at: read.cues.reduce((last, { end }) => Math.max(last, end), 0),
      };
      const write = async (tx: Transaction) => {
        await media.addFirst(tx, held, owner.id);
        await insertCaptions(tx, { mediaKey: held.key, language, cues: read.cues, endsAt: facts.ends_at });
        return { key: held.key, ...facts, vtt: read.vtt };
      };
      return media.commit([held], transact(write, { language, file: file.sha256.toString("hex") }));
    },

    /**
     * A member's own captions of these keys, in their order.
     * @throws AppError invalid_input naming one that is unknown or another member's, or the second of a language
     */
    async named(ownerId: number, keys: readonly string[]): Promise<UsedCaptions[]> {
      const own = new Map((await ownCaptions(db.query, ownerId, keys)).map((row) => [row.key, row]));
      const found: UsedCaptions[] = [];
      for (const [index, key] of keys.entries()) {
        const row = own.get(key);
        if (!row) throw unknownCaptions(index);
        if (found.some(({ language }) => language === row.language))
          throw fieldError(`captions/${index}`, `are the second in the language ${row.language}`);
        found.push(row);
      }
      return found;
    },

    /** Keeps captions that were found from the sweep. @throws AppError invalid_input if some have gone meanwhile */
    async hold(tx: Transaction, used: readonly UsedCaptions[]): Promise<void> {
      const there = await media.hold(
        tx,
        used.map(({ key }) => key),
      );
      const gone = used.findIndex(({ key }) => !there.has(key));
      if (gone >= 0) throw unknownCaptions(gone);
    },

    /** What is said in an item. @throws AppError content_not_found, not_found without captions (in that language) */
    async transcript(bearer: Bearer | null, id: number, wanted?: string): Promise<Transcript> {
      await content.ensureReadable(bearer, id);
      const revision = await captionsOf(db.query, id);
      const tracks = revision?.captions.filter(({ erasedAt }) => erasedAt === null) ?? [];
      const chosen = wanted === undefined ? undefined : languageTagOf(wanted);
      const track =
        chosen === undefined
          ? (inLanguage(tracks, revision?.language ?? "") ?? tracks[0])
          : inLanguage(tracks, chosen);
      if (!track) {
        const sentence =
          tracks.length === 0
            ? "This item has no captions."
            : `This item has captions in ${tracks.map(({ language }) => language).join(", ")}.`;
        throw new AppError("not_found", { sentence });
      }
      return { language: track.language, cues: await transcriptOf(db.query, track.key) };
    },
  };
}
export type CaptionsService = ReturnType<typeof createCaptionsService>;

/** The track of exactly this language, else one of the same language as spoken elsewhere. */
function inLanguage<Track extends { readonly language: string }>(
  tracks: readonly Track[],
  tag: string,
): Track | undefined {
  const first = (language: string) => language.split("-", 1)[0];
  return (
    tracks.find(({ language }) => language === tag) ??
    tracks.find(({ language }) => first(language) === first(tag))
  );
}

const unknownCaptions = (index: number) =>
  fieldError(`captions/${index}`, "are not yours, or have been deleted because no item had them for 30 days");

/** Whether a file declared as this may be captions; its bytes decide. */
export const isCaptionsType = (type: string): boolean => !/^(?:image|audio|video)\//.test(type);
