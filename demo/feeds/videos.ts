import type { FeedVideo } from "@cairn/contract";

const standIn = "Sample entry: the player shows a freely licensed short film in place of the talk.";

/**
 * Sample videos for a site without an external channel (docs/rules.md#feeds-of-other-sites). The talks and channels are made up. So that
 * the player has something to play, the eight video-site links lead to freely licensed short films, and each
 * description says so. The third and the eighth link lead to no video site, as in a real external feed.
 */
export const sampleVideos: readonly FeedVideo[] = [
  {
    guid: "yt:video:aqz-KE-bpKQ",
    title: "Reading a query plan without fear",
    pubDate: "2025-11-18 09:30:00",
    description: `Three slow queries, three plans, one habit: start at the innermost line and ask how many rows it really touched. ${standIn}`,
    link: "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
    author: "Northbank Engineering",
  },
  {
    guid: "yt:video:eRsGyueVLvQ",
    title: "From a form to a row: one request, followed all the way",
    pubDate: "2025-11-14 16:05:00",
    description: `A click, a request, a validation, a transaction, an answer. Each stop with the question to ask there when something is wrong. ${standIn}`,
    link: "https://www.youtube.com/watch?v=eRsGyueVLvQ",
    author: "Harbour Code Club",
  },
  {
    guid: "https://example.org/talks/naming-things-twice",
    title: "Naming things, twice",
    pubDate: "2025-11-11 18:00:00",
    description:
      "Why the second name for a thing is usually the right one, and how to rename it across a live system in three small releases. Recorded at an evening meeting, with slides.",
    link: "https://example.org/talks/naming-things-twice",
    author: "Tuesday Meetup Recordings",
  },
  {
    guid: "yt:video:R6MlUcmOul8",
    title: "Tests that read like sentences",
    pubDate: "2025-11-06 12:15:00",
    description: `Rewriting one unreadable test file live. What stays in the test, what moves into a builder, and what was never worth testing. ${standIn}`,
    link: "https://www.youtube.com/watch?v=R6MlUcmOul8",
    author: "Small Steps Programming",
  },
  {
    guid: "yt:video:WhWc3b3KhnY",
    title: "Keyboard only: one hour without a mouse",
    pubDate: "2025-10-30 08:45:00",
    description: `Five well-known kinds of page, operated with Tab, Enter and patience. Every trap is fixed on camera, most of them in one line. ${standIn}`,
    link: "https://www.youtube.com/watch?v=WhWc3b3KhnY",
    author: "Access by Default",
  },
  {
    guid: "yt:video:TLkA0RELQ1g",
    title: "What happens between git push and green",
    pubDate: "2025-10-23 14:20:00",
    description: `A pipeline drawn on one sheet of paper, then timed. The slowest step was not the tests. ${standIn}`,
    link: "https://www.youtube.com/watch?v=TLkA0RELQ1g",
    author: "Northbank Engineering",
  },
  {
    guid: "yt:video:Y-rmzh0PI3c",
    title: "Cookies, tokens and the question of who is asking",
    pubDate: "2025-10-16 17:40:00",
    description: `Sessions from first principles: what the browser sends by itself, what a script can read, and what each choice costs. ${standIn}`,
    link: "https://www.youtube.com/watch?v=Y-rmzh0PI3c",
    author: "Locks and Keys",
  },
  {
    guid: "https://example.org/talks/postmortem-reading-hour",
    title: "Postmortem reading hour: the disk that was not full",
    pubDate: "2025-10-09 19:00:00",
    description:
      "Reading an outage report aloud, stopping wherever somebody would have decided differently. This time the disk had space left and no inodes.",
    link: "https://example.org/talks/postmortem-reading-hour",
    author: "Tuesday Meetup Recordings",
  },
  {
    guid: "yt:video:mN0zPOpADL4",
    title: "Your first pull request to a stranger's project",
    pubDate: "2025-10-02 10:10:00",
    description: `Finding something small, asking before building, writing the description first, and what to do when nobody answers. ${standIn}`,
    link: "https://www.youtube.com/watch?v=mN0zPOpADL4",
    author: "Harbour Code Club",
  },
  {
    guid: "yt:video:_cMxraX_5RE",
    title: "Time zones: a field guide",
    pubDate: "2025-09-25 15:30:00",
    description: `An instant, a date and a wall clock are three different things. Which one to store for a birthday, a meeting and a log line. ${standIn}`,
    link: "https://www.youtube.com/watch?v=_cMxraX_5RE",
    author: "Small Steps Programming",
  },
];
