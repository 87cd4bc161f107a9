import {
  type ContentType,
  commentPath,
  decisionWords,
  type NoticeSubject,
  type NotificationType,
  postPath,
  screens,
} from "@cairn/contract";
import { withAction } from "../../lib/action-text.ts";
import { cutText } from "../../lib/cut-text.ts";
import { formatDay } from "../../lib/format-day.ts";

/** An event on an item; `revision` is the number of the revision that it concerns. */
export type ContentEvent =
  | {
      readonly event: "waiting";
      readonly contentId: number;
      readonly revision: number;
      /** How many of the author's posts wait now, with this one. */
      readonly waiting: number;
    }
  | {
      readonly event: "answered" | "superseded" | "reinstated";
      readonly contentId: number;
      readonly revision: number;
    }
  | { readonly event: "ageing"; readonly contentId: number; readonly goodUntil: Date }
  | {
      readonly event: "approved";
      readonly contentId: number;
      readonly revision: number;
      readonly isFirst: boolean;
      /** From the reviewer to the author. */
      readonly note: string | null;
    }
  | {
      readonly event: "reaffirmed";
      readonly contentId: number;
      readonly revision: number;
      /** From the reviewer to the author. */
      readonly note: string | null;
    }
  | {
      readonly event: "flagged" | "removed" | "needsWork";
      readonly contentId: number;
      readonly revision: number;
      readonly reason: string | null;
    }
  | { readonly event: "linkDied"; readonly contentId: number; readonly url: string };

/** The facts about the item that the messages mention. */
export interface ItemFacts {
  readonly title: string;
  readonly contentType: ContentType;
  readonly authorId: number;
  readonly authorName: string;
  readonly isPublished: boolean;
}

export type Audience =
  | { readonly kind: "members" | "verifiedAdmins" }
  | { readonly kind: "member"; readonly userId: number };

/** One row: a message to an audience, except to the user who caused the event. */
export interface Notice {
  readonly audience: Audience;
  readonly except: number | null;
  readonly contentId: number | null;
  /** The comment that it is about; deleted with it. */
  readonly commentId: number | null;
  readonly type: NotificationType;
  readonly message: string;
  readonly subMessage: string;
  readonly url: string | null;
}

/**
 * The rules have four types (docs/evidence/spec-clauses.md#s3-notification). None of them fits audio, so it uses System, whose items
 * the screens open by their action.
 */
const publications: Record<ContentType, { type: NotificationType; noun: string; action: string }> = {
  Video: { type: "Video", noun: "video", action: "Watch Now" },
  Article: { type: "Article", noun: "article", action: "Read Article" },
  Audio: { type: "System", noun: "audio", action: "Listen Now" },
};

/**
 * Who gets which message (docs/rules.md#decisions-and-notifications and contract). Notices to a whole audience come first, so that its lock is
 * taken before a single member's.
 */
export function noticesOf(happening: ContentEvent, item: ItemFacts): Notice[] {
  const { contentId, event } = happening;
  const post = postPath(contentId);
  const toAuthor = (message: string, action: string, url: string, type: NotificationType = "System") => ({
    audience: { kind: "member", userId: item.authorId } as const,
    except: null,
    contentId,
    commentId: null,
    type,
    message,
    subMessage: withAction(item.title, action),
    url,
  });
  const toAudience = (kind: "members" | "verifiedAdmins") => ({
    audience: { kind },
    except: item.authorId,
    contentId,
    commentId: null,
  });

  switch (event) {
    case "waiting":
      return [
        {
          ...toAudience("verifiedAdmins"),
          type: "System",
          message: `${item.isPublished ? "An edit" : "A post"} by ${item.authorName} waits for review`,
          subMessage: withAction(item.title, "Review"),
          url: `${screens.contentManagement}?item=${contentId}`,
        },
      ];
    case "answered":
      return [
        {
          ...toAudience("verifiedAdmins"),
          type: "System",
          message: `${item.authorName} answered a reviewer's reason`,
          subMessage: withAction(item.title, "Review"),
          url: `${screens.contentManagement}?item=${contentId}`,
        },
      ];
    case "approved": {
      const approved = toAuthor(because(decisionWords.approved, happening.note), "View Post", post);
      if (!happening.isFirst) return [approved];
      const { type, noun, action } = publications[item.contentType];
      return [
        {
          ...toAudience("members"),
          type,
          message: `New ${noun} by ${item.authorName}`,
          subMessage: withAction(item.title, action),
          url: post,
        },
        approved,
      ];
    }
    case "flagged": {
      const edit = screens.techWriterEdit.replace(":id", String(contentId));
      return [toAuthor(because(decisionWords.flagged, happening.reason), "Edit Post", edit)];
    }
    case "needsWork": {
      const edit = screens.techWriterEdit.replace(":id", String(contentId));
      return [toAuthor(because(decisionWords.needsWork, happening.reason), "Edit Post", edit)];
    }
    case "reaffirmed":
      return [toAuthor(because("Your post was confirmed as still true", happening.note), "View Post", post)];
    case "superseded":
      return [toAuthor("Your post was marked as replaced by another", "View Post", post)];
    case "reinstated":
      return [toAuthor("Your post is no longer marked as replaced", "View Post", post)];
    case "ageing": {
      const until = `Your post is verified until ${formatDay(happening.goodUntil)}. Is it still true?`;
      return [toAuthor(until, "View Post", post)];
    }
    case "removed":
      return [toAuthor(because("Your post was removed", happening.reason), "My Content", screens.content)];
    case "linkDied": {
      const edit = screens.techWriterEdit.replace(":id", String(contentId));
      const words = `A link in your post is dead: ${cutText(happening.url, linkShown)}`;
      return [toAuthor(words, "Edit Post", edit)];
    }
  }
}

/** Words and link of a notice about several waiting posts of one author; `waiting` is two or more. */
export const batchWords = ({ title, authorName }: ItemFacts, waiting: number) => ({
  message: `${waiting} posts by ${authorName} wait for review`,
  subMessage: withAction(`${title} and ${waiting - 1} more`, "Review"),
  url: screens.contentManagement,
});

/** What has ended, on which day (2026-12-01), and how many items of an author name it. */
export interface EndOfLabel {
  readonly label: string;
  readonly on: string;
  readonly items: number;
}

/** To an author, one notice for all of their items. */
export const endNotice = (userId: number, { label, on, items }: EndOfLabel): Notice => ({
  audience: { kind: "member", userId },
  except: null,
  contentId: null,
  commentId: null,
  type: "System",
  message: `The end of ${label} is ${formatDay(new Date(on))}: ${items === 1 ? "one of your posts names it" : `${items} of your posts name it`}`,
  subMessage: withAction(label, "My Content"),
  url: screens.content,
});

/** To a member whose export is ready; `url`: where it can be fetched. */
export const exportNotice = (userId: number, url: string): Notice => ({
  audience: { kind: "member", userId },
  except: null,
  contentId: null,
  commentId: null,
  type: "System",
  message: "Your posts are ready to download for seven days",
  subMessage: withAction("All of your posts", "Download"),
  url,
});

/** What an admin decided about a member's request to delete their account. */
export interface DeletionDecision {
  readonly userId: number;
  /** Where the member finds the request. */
  readonly url: string;
  /** When the account is erased; undefined if that was refused. */
  readonly erasedAt?: Date;
  readonly refusal?: string;
}

export const deletionNotice = ({ userId, url, erasedAt, refusal = "" }: DeletionDecision): Notice => ({
  audience: { kind: "member", userId },
  except: null,
  contentId: null,
  commentId: null,
  type: "System",
  message: erasedAt
    ? `Your account will be erased on ${formatDay(erasedAt)}. Until then you can take that back`
    : because("An admin did not approve the deletion of your account", refusal),
  subMessage: withAction("Your request to delete your account", "My Profile"),
  url,
});

const mentionWords = " mentioned you in a comment";

interface NewComment {
  readonly id: number;
  readonly contentId: number;
  readonly by: { readonly id: number; readonly name: string };
  /** The author of the comment that it answers. */
  readonly answeredId: number | null;
  /** Members whom it names. */
  readonly mentioned: readonly { readonly id: number }[];
}

/**
 * Whom a comment notifies, each once, for the reason nearest to them: whom it answers, whom it names, the item's author;
 * never its own (docs/rules.md#conversations).
 */
export function noticesOfComment(
  { id, contentId, by, answeredId, mentioned }: NewComment,
  item: Pick<ItemFacts, "authorId" | "title">,
): Notice[] {
  const words = new Map([[item.authorId, " commented on your post"]]);
  for (const member of mentioned) words.set(member.id, mentionWords);
  if (answeredId !== null) words.set(answeredId, " answered your comment");
  words.delete(by.id);
  return [...words].map(([userId, reason]) => ({
    audience: { kind: "member", userId },
    except: null,
    contentId,
    commentId: id,
    type: "Comment",
    message: by.name + reason,
    subMessage: withAction(item.title, "View Comment"),
    url: commentPath(contentId, id),
  }));
}

/** How messages about a verification that ends begin. */
const renewalBegins = ["Your post is verified until", "The end of ", "A link in your post is dead"];

/** What a notice is about, for the choices of its members; null: only for the site. */
export function aboutOf({
  audience,
  type,
  message,
}: Pick<Notice, "type" | "message"> & { audience: Pick<Audience, "kind"> }): NoticeSubject | null {
  if (audience.kind === "members") return "follows";
  if (audience.kind === "verifiedAdmins") return "desk";
  if (type === "Comment") return message.endsWith(mentionWords) ? "mentions" : "replies";
  if (renewalBegins.some((begin) => message.startsWith(begin))) return "renewals";
  return message.startsWith("Your post ") ? "decisions" : null;
}

/** Characters shown of a dead link. */
const linkShown = 200;
/** Characters shown of a reason or a note, which can fill a page; the item itself shows all of it. */
const reasonShown = 280;

function because(fact: string, reason: string | null): string {
  const words = reason?.trim().replaceAll(/\s+/g, " ") ?? "";
  if (words === "") return fact;
  return `${fact}: ${cutText(words, reasonShown)}`;
}
