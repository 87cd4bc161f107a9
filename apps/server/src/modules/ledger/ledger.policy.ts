import type { Decision } from "@cairn/contract";
import { seesUnpublished, type Viewer } from "../content/content.policy.ts";

interface DecidedWork {
  readonly authorId: number;
  readonly decision: Decision;
  readonly revisionId: number;
  /** null: the item is not public. */
  readonly publishedRevisionId: number | null;
}

/** Approvals of a public item, and all decisions about its published revision. */
const isAboutPublicWork = ({ publishedRevisionId, decision, revisionId }: DecidedWork): boolean =>
  publishedRevisionId !== null && (decision === "approved" || revisionId === publishedRevisionId);

/**
 * Only the author and verified admins may see who decided about work that is not public, and why (docs/rules.md#d79).
 */
export const mayReadReview = (viewer: Viewer | null, work: DecidedWork): boolean =>
  isAboutPublicWork(work) || seesUnpublished(viewer, work.authorId);
