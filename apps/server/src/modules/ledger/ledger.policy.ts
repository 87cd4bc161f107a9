import type { Decision } from "@cairn/contract";
import { seesUnpublished } from "../content/content.policy.ts";
import type { Viewer } from "../users/users.policy.ts";

interface DecidedWork {
  readonly authorId: number;
  readonly decision: Decision;
  readonly revisionId: number;
  /** null: the item is not public. */
  readonly publishedRevisionId: number | null;
}

/** Decisions that change nothing of what readers are served. */
export const aboutStanding: readonly Decision[] = ["reaffirmed", "superseded", "reinstated"];
/** Decisions that concern only public items, or that make an item public. */
const ofPublicWork: readonly Decision[] = ["approved", ...aboutStanding];

/** Approvals of a public item, and all decisions on its published revision. */
const isAboutPublicWork = ({ publishedRevisionId, decision, revisionId }: DecidedWork): boolean =>
  publishedRevisionId !== null && (ofPublicWork.includes(decision) || revisionId === publishedRevisionId);

/**
 * Only the author and verified admins may see who decided about work that is not public, and why (docs/rules.md#decisions-and-notifications).
 */
export const mayReadReview = (viewer: Viewer | null, work: DecidedWork): boolean =>
  isAboutPublicWork(work) || seesUnpublished(viewer, work.authorId);
