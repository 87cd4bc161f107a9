import { commentPath, decisionPath, postPath, screens, type WebhookEvent } from "@cairn/contract";

interface AboutItem {
  readonly contentId: number;
  readonly title: string;
  readonly authorId: number;
}

/** What happened, as the services know it. */
export type Happening =
  | (AboutItem & {
      readonly event: "content.submitted" | "content.flagged" | "content.removed";
      readonly revision: number;
    })
  | (AboutItem & {
      readonly event: "content.approved";
      readonly revision: number;
      /** It was never public before. */
      readonly isFirst: boolean;
    })
  | (AboutItem & { readonly event: "comment.created"; readonly commentId: number })
  | {
      readonly event: "report.created";
      readonly reportId: number;
      readonly contentId: number;
      readonly commentId: number | null;
      readonly title: string;
    }
  | { readonly event: "member.joined"; readonly memberId: number };

export type WebhookData = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What receivers are told: ids, titles and the address to look at, never an email or the words of a reason, a comment or
 * a report (docs/rules.md#webhooks).
 */
export function dataOf(happening: Happening, publicUrl: string): WebhookData {
  const at = (path: string) => ({ url: `${publicUrl}${path}` });
  switch (happening.event) {
    case "content.submitted":
    case "content.flagged":
    case "content.removed":
      return { ...ofItem(happening), revision: happening.revision, ...at(decisionPath(happening.contentId)) };
    case "content.approved": {
      const { revision, isFirst, contentId } = happening;
      return { ...ofItem(happening), revision, first: isFirst, ...at(postPath(contentId)) };
    }
    case "comment.created": {
      const { commentId, contentId } = happening;
      return { comment_id: commentId, ...ofItem(happening), ...at(commentPath(contentId, commentId)) };
    }
    case "report.created": {
      const { reportId, contentId, commentId, title } = happening;
      const ids = { report_id: reportId, content_id: contentId, comment_id: commentId };
      return { ...ids, title, ...at(`${screens.contentManagement}?view=reports`) };
    }
    case "member.joined":
      return { member_id: happening.memberId, ...at(screens.userManagement) };
  }
}

const ofItem = ({ contentId, title, authorId }: AboutItem) => ({
  content_id: contentId,
  title,
  author_id: authorId,
});

/** The body that is sent, as Standard Webhooks has it. */
export const bodyOf = (type: WebhookEvent | "webhook.test", at: Date, data: WebhookData): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });
