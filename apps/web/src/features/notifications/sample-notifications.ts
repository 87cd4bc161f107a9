import { postPath, screens } from "@cairn/contract";
import type { LocalNotification } from "./notice.ts";

const minute = 60_000;

/**
 * The three samples shown if the server's list cannot be loaded (docs/rules.md#s8-quiet-failures). They are labelled as
 * samples.
 */
export const sampleNotifications = (now: number): LocalNotification[] => [
  {
    key: "sample-1",
    type: "Video",
    message: "Sample: a new video by a writer you read",
    subMessage: "New community videos appear here [Watch Now]",
    url: screens.library,
    created_at: before(now, 5),
  },
  {
    key: "sample-2",
    type: "Article",
    message: "Sample: a new article in a category you follow",
    subMessage: "New community articles appear here [Read Article]",
    url: screens.library,
    created_at: before(now, 60),
  },
  {
    key: "sample-3",
    type: "Comment",
    message: "Sample: somebody commented on your post",
    subMessage: "Comments on your posts appear here [View Comment]",
    url: postPath(1),
    created_at: before(now, 180),
  },
];

const before = (now: number, minutes: number) => new Date(now - minutes * minute).toISOString();
