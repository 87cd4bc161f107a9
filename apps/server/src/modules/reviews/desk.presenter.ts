import type { Claim, DeskItem, RevisionText } from "@cairn/contract";
import { placePictures } from "../../lib/picture-marks.ts";
import { presentCaptions, presentCover, presentEmbed, presentMedia } from "../../lib/present-media.ts";
import { publicAddress } from "../../lib/public-address.ts";
import { presentStanding } from "../standing/standing.policy.ts";
import type { ClaimRow } from "./claims.repository.ts";
import type { DeskRow, RevisionRow } from "./desk.repository.ts";
import { rightsOf } from "./reviews.policy.ts";

interface Viewing {
  readonly adminId: number;
  readonly now: Date;
  readonly claim: ClaimRow | undefined;
  addressOf(key: string): string;
}

export function presentDeskItem(row: DeskRow, { adminId, now, claim, addressOf }: Viewing): DeskItem {
  const { last, waitingSince } = row;
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    content_type: row.contentType,
    category_id: row.categoryId,
    category_name: row.categoryName,
    author: {
      id: row.authorId,
      name: row.authorName,
      avatar_small_url: row.authorPhoto && publicAddress(row.authorPhoto),
    },
    status: row.status,
    revision: row.revision,
    pending_revision: row.pendingRevision,
    published_revision: row.publishedRevision,
    waiting_since: waitingSince?.toISOString() ?? null,
    waiting_seconds: waitingSince && Math.max(0, Math.floor((now.getTime() - waitingSince.getTime()) / 1000)),
    media: presentMedia(row, addressOf),
    likes: row.likes,
    comments: row.comments,
    created_at: row.createdAt.toISOString(),
    published_at: row.publishedAt?.toISOString() ?? null,
    last_decision: last && {
      seq: last.seq,
      decision: last.decision,
      revision: last.revision,
      reviewer: { id: last.reviewerId, name: row.reviewerName ?? "" },
      reason: last.reason,
      decided_at: last.decidedAt.toISOString(),
    },
    claim: claim ? presentClaim(claim, adminId) : null,
    can: rightsOf(adminId, row),
    ...presentStanding(row, now),
  };
}

export const presentClaim = (claim: ClaimRow, adminId: number): Claim => ({
  by: { id: claim.adminId, name: claim.adminName },
  mine: claim.adminId === adminId,
  expires_at: claim.expiresAt.toISOString(),
});

export const presentRevision = (row: RevisionRow, addressOf: (key: string) => string): RevisionText => ({
  number: row.number,
  title: row.title,
  body: row.body,
  summary: row.summary,
  body_html: placePictures(row.bodyHtml, addressOf),
  content_type: row.contentType,
  category_id: row.categoryId,
  category_name: row.categoryName,
  media: presentMedia(row, addressOf),
  ...presentEmbed(row.embed),
  cover: presentCover(row.cover, addressOf),
  poster: row.posterKey && addressOf(row.posterKey),
  captions: presentCaptions(row.captions, addressOf),
  chapters: row.chapters,
  no_speech: row.noSpeech,
  applies_to: row.appliesTo,
  language: row.language,
  created_at: row.createdAt.toISOString(),
  hash: row.hash.toString("hex"),
});
