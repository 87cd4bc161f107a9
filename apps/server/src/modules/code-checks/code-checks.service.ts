import type { BlockCheck, ContentChecks } from "@cairn/contract";
import { LRUCache } from "lru-cache";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database } from "../../db/database.ts";
import { ensure } from "../../lib/app-error.ts";
import type { CheckedBlock } from "../../lib/checked-blocks.ts";
import { seesUnpublished } from "../content/content.policy.ts";
import type { ContentService } from "../content/content.service.ts";
import type { RenderingService } from "../rendering/rendering.service.ts";
import { outcomesOf, toBlockChecks } from "./code-checks.policy.ts";
import { findRevision, insertOutcomes, outcomesOfRevision } from "./code-checks.repository.ts";

interface Dependencies {
  db: Database;
  content: Pick<ContentService, "ensureReadable">;
  rendering: Pick<RenderingService, "checkedBlocks">;
  /** Whether browsers are served what runs Python. */
  servesPython: boolean;
}

type Revision = NonNullable<Awaited<ReturnType<typeof findRevision>>>;
type Blocks = readonly CheckedBlock[] | null;

/** Characters of the texts whose blocks stay in memory. */
const keptCharacters = 4_000_000;
/** Milliseconds until a text whose blocks nobody knows is tried again. */
const againAfter = 60_000;

/** Knows which blocks of code say `check`, and what reviewers saw of them in their browsers (docs/rules.md#no-code-on-the-server). */
export function createCodeCheckService({ db, content, rendering, servesPython }: Dependencies) {
  // A revision never changes. Its readers must not use up its author's share of the thread.
  const known = new LRUCache<number, Promise<Blocks>>({ maxSize: keptCharacters });

  function blocksOf({ id, authorId, body, html }: Revision): Promise<Blocks> {
    const before = known.get(id);
    if (before) return before;
    const asked = rendering.checkedBlocks(authorId, body, html);
    const keep = (ttl: number) => known.set(id, asked, { size: body.length + 1, ttl });
    keep(0);
    asked.then(
      (blocks) => blocks ?? keep(againAfter),
      () => known.delete(id),
    );
    return asked;
  }

  const answer = (items: BlockCheck[], revision?: number): ContentChecks => ({
    items,
    ...(revision !== undefined && { revision }),
    ...(servesPython && { runs_python: true }),
  });

  return {
    /**
     * The checks of the published revision. Its author and verified admins may name another one. `isWhole` is false if the
     * blocks are not known, so that the next reader may get another answer.
     * @throws AppError content_not_found, revision_not_found, too_many_requests, unavailable
     */
    async of(
      bearer: Bearer | null,
      id: number,
      number: number | undefined,
    ): Promise<{ checks: ContentChecks; isWhole: boolean }> {
      const { viewer } = await content.ensureReadable(bearer, id);
      const revision = await findRevision(db.query, id, number);
      const isOpen = revision && (revision.isPublished || seesUnpublished(viewer, revision.authorId));
      ensure(isOpen, "revision_not_found");
      const blocks = await blocksOf(revision);
      const decided = blocks?.length ? await outcomesOfRevision(db.query, id, revision.id) : null;
      return {
        checks: answer(toBlockChecks(blocks ?? [], decided), revision.number),
        isWhole: blocks !== null,
      };
    },

    /** The checks of a text that has not been sent; null if no block of it is known to say `check`. */
    async ofText(memberId: number, source: string, html: string): Promise<ContentChecks | null> {
      const blocks = await rendering.checkedBlocks(memberId, source, html);
      return blocks?.length ? answer(toBlockChecks(blocks, null)) : null;
    },

    /**
     * Before the transaction of a decision: the blocks of the revision that say `check`; null if nobody knows them.
     * @throws AppError too_many_requests, unavailable
     */
    async markedIn(contentId: number, number: number): Promise<Blocks> {
      const revision = await findRevision(db.query, contentId, number);
      return revision ? blocksOf(revision) : [];
    },

    /** For those who decide, in their transactions. */
    outcomesOf,
    insertOutcomes,
  };
}
export type CodeCheckService = ReturnType<typeof createCodeCheckService>;
