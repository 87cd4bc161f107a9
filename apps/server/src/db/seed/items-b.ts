import type { DemoItem, DemoMedia } from "./types.ts";

const stackingFilm: DemoMedia = {
  file: "cairn-stacking.mp4",
  alt: "At sunrise four stones are lowered one after the other onto a cairn beside a dotted trail; the last one is bright green.",
  poster: "cairn-stacking.jpg",
};

/** Mobile Development and Artificial Intelligence. */
export const itemsB: readonly DemoItem[] = [
  {
    key: "list-recycling",
    type: "Article",
    category: "Mobile Development",
    author: "writer",
    status: "Published",
    revisions: [
      {
        title: "Fifteen rows are enough: how long lists stay smooth",
        body: "list-recycling.md",
        hoursAgo: 61,
        media: {
          file: "list-recycling.jpg",
          alt: "A phone shows six rows of a much longer list. A row that has left at the top travels round the side and comes back at the bottom with new contents.",
        },
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 52, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "kofi",
        text: "Bug two, exactly. Our shopping list ticked off the bread and, twelve rows further down, the nappies. It took a week to see that both were the same view.",
        hoursAgo: 47,
      },
      {
        author: "maya",
        text: "Thank you for the part about `aria-setsize`. One addition: while the list is loading more, set it to -1, which means that the total is not known yet.",
        hoursAgo: 40,
      },
      {
        author: "writer",
        text: "I did not know about -1. I will try it with two screen readers before I put it into the text.",
        hoursAgo: 38,
      },
      {
        author: "member",
        text: "The remainder trick made it click for me. I had always imagined a queue of free rows being passed around.",
        hoursAgo: 19,
      },
    ],
  },
  {
    key: "offline-outbox",
    type: "Article",
    category: "Mobile Development",
    author: "otieno",
    status: "Published",
    revisions: [
      {
        title: "An outbox for the tunnel: comments that survive a dead network",
        body: "offline-outbox.md",
        hoursAgo: 182,
        media: {
          file: "offline-queue.jpg",
          alt: "A phone beside three numbered stones waiting at a broken bridge. Across the water stands a cairn whose top stone has already made it over.",
        },
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 171, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "kofi",
        text: "We had the KEEP race for a year and blamed the server. It was one in a few hundred comments, always on the underground line.",
        hoursAgo: 163,
      },
      {
        author: "wanjiru",
        text: "From the server side: keep the idempotency keys for at least as long as a phone can be in a drawer. Ours lived for an hour, and a phone came back after a weekend.",
        hoursAgo: 158,
      },
      {
        author: "otieno",
        text: "Good point. We settled on thirty days, and the unique index on the comment itself stays for good.",
        hoursAgo: 150,
      },
      {
        author: "linh",
        text: "What happens to the order if entry 2 is refused and entry 3 is an answer to it?",
        hoursAgo: 97,
      },
      {
        author: "otieno",
        text: 'Entry 3 carries the key of the comment it answers. If that one failed, it is marked as failed too, with the reason "the comment you answered was not sent". Not elegant, but nobody is left guessing.',
        hoursAgo: 92,
      },
    ],
  },
  {
    key: "easing-and-settling",
    type: "Video",
    category: "Mobile Development",
    author: "writer",
    status: "Published",
    revisions: [
      {
        title: "Easing and settling: a ten-second animation, explained",
        body: "easing-and-settling.md",
        hoursAgo: 318,
        media: stackingFilm,
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 301, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "maya",
        text: "I set the damping to 2 and showed it to my children. They asked for the jelly stones again, four times.",
        hoursAgo: 290,
      },
      {
        author: "linh",
        text: "Is there a reason for a sine instead of a spring from the platform?",
        hoursAgo: 262,
      },
      {
        author: "writer",
        text: "Only that you can read it. In an app I would take the platform's spring: it can be interrupted halfway and goes on from the current speed, which a fixed formula cannot.",
        hoursAgo: 259,
      },
    ],
  },
  {
    key: "touch-targets",
    type: "Article",
    category: "Mobile Development",
    author: "maya",
    status: "Published",
    revisions: [
      {
        title: "Touch targets for tired thumbs",
        body: "touch-targets.md",
        hoursAgo: 530,
        media: {
          file: "touch-targets.jpg",
          alt: "A phone with arcs that show how far a thumb reaches. Beside it, a thumb covers three small stones at once and, below, exactly one large one.",
        },
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 512, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "otieno",
        text: "The test found eleven targets in our app on the first run. Nine were close icons, all copied from the first one.",
        hoursAgo: 498,
      },
      {
        author: "member",
        text: "Tried the stairs. I will never put Save next to Discard again.",
        hoursAgo: 470,
      },
      {
        author: "tomas",
        text: "Is the `inset: -12px` area clickable when the button is disabled? I have a form where it swallows taps meant for the row behind it.",
        hoursAgo: 466,
      },
      {
        author: "maya",
        text: "It is, the pseudo-element is still there. `pointer-events: none` on the disabled button lets the tap through to the row.",
        hoursAgo: 461,
      },
    ],
  },
  {
    key: "push-notifications",
    type: "Article",
    category: "Mobile Development",
    author: "kofi",
    status: "Published",
    revisions: [
      {
        title: "Push notifications that people keep switched on",
        body: "push-notifications.md",
        hoursAgo: 705,
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 690, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "otieno",
        text: "The thirty seconds are worth an article of their own. We do the same with ten, and most notifications between people who are both online simply vanish.",
        hoursAgo: 677,
      },
      {
        author: "ivan",
        text: "Please also say: never put a sign-in code into a notification text. It shows on the lock screen.",
        hoursAgo: 640,
      },
    ],
  },
  {
    key: "cold-start",
    type: "Article",
    category: "Mobile Development",
    author: "kofi",
    status: "Published",
    revisions: [
      { title: "Making an app start twice as fast", body: "cold-start.r1.md", hoursAgo: 903 },
      {
        title: "Measure a cold start before you make it faster",
        body: "cold-start.r2.md",
        hoursAgo: 842,
        media: {
          file: "cold-start.jpg",
          alt: "Four slabs in a row, named process, app objects, first screen and data. Posts mark the tap, the first frame after the third slab and the useful moment after the fourth.",
        },
      },
    ],
    decisions: [
      {
        by: "samuel",
        hoursAgo: 880,
        decision: "flagged",
        revision: 1,
        reason:
          "The figures come from a debug build and one run each, and the clock starts after the process does. Please measure a release build several times and say how, then the advice can be judged.",
      },
      { by: "samuel", hoursAgo: 829, decision: "approved", revision: 2 },
    ],
    comments: [
      {
        author: "samuel",
        text: "I ran the loop on two phones before approving. The median was steady from run to run, the slowest one was not, so it is good that both are asked for.",
        hoursAgo: 828,
      },
      {
        author: "priya",
        text: "Respect for leaving the story of the first attempt in. That is the part I will show my group.",
        hoursAgo: 801,
      },
      {
        author: "elif",
        text: "Does a baseline profile help if people use the app only once a term?",
        hoursAgo: 76,
      },
      {
        author: "kofi",
        text: "Yes, that is the case where it helps most. The profile comes with the install, so the first start already has it. Without one, the phone would have to learn from use, and there is none.",
        hoursAgo: 70,
      },
    ],
  },
  {
    key: "deep-links",
    type: "Article",
    category: "Mobile Development",
    author: "otieno",
    status: "Published",
    revisions: [
      {
        title: "Deep links that still work when the app is not there",
        body: "deep-links.md",
        hoursAgo: 1120,
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 1098, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "tomas",
        text: '"A link shows things, it does not do things" should be printed above every router.',
        hoursAgo: 1080,
      },
      {
        author: "kofi",
        text: "The fingerprint cost us a release as well. The right one stands in the Play Console under app signing, and the page even offers the finished JSON.",
        hoursAgo: 1043,
      },
    ],
  },
  {
    key: "tokens-on-a-phone",
    type: "Article",
    category: "Mobile Development",
    author: "tomas",
    status: "Published",
    revisions: [{ title: "Where a phone should keep a token", body: "tokens-on-a-phone.md", hoursAgo: 1290 }],
    decisions: [{ by: "samuel", hoursAgo: 1271, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "otieno",
        text: "The restored phone got us in beta: crash on start, and the only cure was deleting the app. Treating it as signed out is three lines.",
        hoursAgo: 1250,
      },
      {
        author: "ivan",
        text: "Would you store the refresh token behind a fingerprint?",
        hoursAgo: 1214,
      },
      {
        author: "tomas",
        text: "For a bank, yes. For reading lessons, no: background refresh would stop working, and people would learn to press their finger on anything that asks.",
        hoursAgo: 1209,
      },
    ],
  },
  {
    key: "app-size",
    type: "Article",
    category: "Mobile Development",
    author: "otieno",
    status: "Pending",
    revisions: [
      { title: "Sixty megabytes for a lunch menu: making an app smaller", body: "app-size.md", hoursAgo: 14 },
    ],
    decisions: [],
    comments: [],
  },
  {
    key: "prompt-injection",
    type: "Article",
    category: "Artificial Intelligence",
    author: "tomas",
    status: "Published",
    revisions: [
      { title: "Prompt injection is not a prompt problem", body: "prompt-injection.md", hoursAgo: 84 },
    ],
    decisions: [{ by: "admin", hoursAgo: 75, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "ivan",
        text: "The image link as a way out is the one nobody believes until they see their own server log. Five minutes of demonstration did more than my slides.",
        hoursAgo: 66,
      },
      {
        author: "elif",
        text: "Is text that the user pastes in also a stranger's text?",
        hoursAgo: 58,
      },
      {
        author: "tomas",
        text: "Yes. People paste what they found somewhere, and they have seldom read all of it. Whoever typed it decides, not whoever pressed Ctrl+V.",
        hoursAgo: 55,
      },
      {
        author: "priya",
        text: "Splitting the reader from the doer also made our system easier to test. The reader's output is a small table, and I can check it like any other data.",
        hoursAgo: 31,
      },
    ],
  },
  {
    key: "gradient-descent",
    type: "Article",
    category: "Artificial Intelligence",
    author: "priya",
    status: "Published",
    revisions: [
      {
        title: "Gradient descent with a pencil",
        body: "gradient-descent.md",
        hoursAgo: 132,
        media: {
          file: "gradient-descent.jpg",
          alt: "A contour map of a long valley with a lake. A row of stones leads from the start on the slope down to the minimum, with long steps first and shorter ones near the water.",
        },
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 118, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "elif",
        text: "I did the table by hand and thought I had made a mistake when the even rows agreed. Then I read on.",
        hoursAgo: 101,
      },
      {
        author: "linh",
        text: "This finally explains why my loss went up and down like a saw until I scaled the columns.",
        hoursAgo: 94,
      },
      {
        author: "samuel",
        text: "Checked both calls of the code: plain descent ends at about x = 1.3 after fifty steps, the one with momentum about a millionth away from zero.",
        hoursAgo: 93,
      },
    ],
  },
  {
    key: "retrieval-first",
    type: "Article",
    category: "Artificial Intelligence",
    author: "writer",
    status: "Published",
    revisions: [
      {
        title: "Retrieval first: answers from your own handbook, with the page",
        body: "retrieval-first.md",
        hoursAgo: 254,
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 236, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "wanjiru",
        text: "Nice to see a plain GIN index do the work. If the handbook grows, add the language as a column and build the tsvector from it, then the second language is not a migration.",
        hoursAgo: 221,
      },
      {
        author: "linh",
        text: '"Most of what we fixed in the first month was the handbook." The same here, and it was the best part of the project.',
        hoursAgo: 207,
      },
      {
        author: "member",
        text: "How do you keep the passages fresh when somebody edits a page?",
        hoursAgo: 185,
      },
      {
        author: "writer",
        text: "Each passage stores a hash of its text. A nightly job cuts the handbook again, inserts what is new and deletes what is gone. It takes a few seconds for eighty pages.",
        hoursAgo: 183,
      },
    ],
  },
  {
    key: "embeddings-kettle",
    type: "Article",
    category: "Artificial Intelligence",
    author: "priya",
    status: "Published",
    revisions: [
      {
        title: "Embeddings, explained with a kettle",
        body: "embeddings-kettle.md",
        hoursAgo: 436,
        media: {
          file: "embeddings.jpg",
          alt: "A night sky in which words stand as stars in three groups: kettle, teapot, mug, saucer; queue, array, loop, stack; summit, ridge, scree, valley. A ringed star among the mountain words is joined to its three nearest.",
        },
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 421, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "kofi",
        text: 'We did argue about "test". Then about "bug", which half the group had put outdoors.',
        hoursAgo: 402,
      },
      {
        author: "ivan",
        text: "The dogs example should be in every sales talk about semantic search.",
        hoursAgo: 377,
      },
      {
        author: "wanjiru",
        text: "On the HNSW index: build it after the bulk load, not before, and raise `maintenance_work_mem` while it builds.",
        hoursAgo: 371,
      },
    ],
  },
  {
    key: "confusion-matrix",
    type: "Article",
    category: "Artificial Intelligence",
    author: "linh",
    status: "Published",
    revisions: [
      {
        title: "Read the confusion matrix before the accuracy",
        body: "confusion-matrix.md",
        hoursAgo: 612,
        media: {
          file: "confusion-matrix.jpg",
          alt: "Four trays of pebbles. Is blue: 23 called blue, 4 called sand. Is sand: 6 called blue, 27 called sand.",
        },
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 590, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "priya",
        text: 'The line "always the larger class" belongs in every paper. I have asked for it in two reviews since.',
        hoursAgo: 571,
      },
      {
        author: "member",
        text: "I counted the picture. It is right.",
        hoursAgo: 548,
      },
    ],
  },
  {
    key: "decoding-stone-by-stone",
    type: "Video",
    category: "Artificial Intelligence",
    author: "priya",
    status: "Published",
    revisions: [
      {
        title: "One stone at a time: how a language model picks the next word",
        body: "decoding-stone-by-stone.md",
        hoursAgo: 790,
        media: stackingFilm,
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 772, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "linh",
        text: 'So temperature 0 is not "more true", only less surprising?',
        hoursAgo: 760,
      },
      {
        author: "priya",
        text: "Exactly. If the favourite is wrong, it is wrong every time, and with great calm.",
        hoursAgo: 755,
      },
    ],
  },
  {
    key: "evaluation-first",
    type: "Article",
    category: "Artificial Intelligence",
    author: "writer",
    status: "Published",
    revisions: [
      { title: "How we made a prompt nearly perfect", body: "evaluation-first.r1.md", hoursAgo: 1010 },
      { title: "Write the evaluation before the prompt", body: "evaluation-first.r2.md", hoursAgo: 958 },
    ],
    decisions: [
      {
        by: "samuel",
        hoursAgo: 992,
        decision: "flagged",
        revision: 1,
        reason:
          "The twenty examples that shaped the prompt are also the ones it is measured on, and the model grades itself. Please score on questions that you did not tune for, and say who labelled them.",
      },
      { by: "samuel", hoursAgo: 941, decision: "approved", revision: 2 },
    ],
    comments: [
      {
        author: "priya",
        text: "Splitting by a hash of the id is a habit I am taking home. Ours was by date, and the newest topics were all in the same pile.",
        hoursAgo: 922,
      },
      {
        author: "tomas",
        text: "How often may one look at the judging pile before it is spoiled?",
        hoursAgo: 880,
      },
      {
        author: "writer",
        text: "Each look spoils it a little. We run it once per release and replace the oldest questions every few months.",
        hoursAgo: 876,
      },
    ],
  },
  {
    key: "tokens-and-letters",
    type: "Article",
    category: "Artificial Intelligence",
    author: "linh",
    status: "Published",
    revisions: [
      {
        title: "Why a language model counts letters badly",
        body: "tokens-and-letters.md",
        hoursAgo: 1375,
        media: {
          file: "tokens.jpg",
          alt: "The words strawberry and recycling broken into stones: straw 17, berry 4; re 8, cycl 31, ing 2.",
        },
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 1352, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "kofi",
        text: 'I looked up my own name. Four pieces, and one of them is "sant".',
        hoursAgo: 1330,
      },
      {
        author: "ivan",
        text: "Worth adding for people who build filters: a forbidden word can be cut in several ways, so never filter by token number.",
        hoursAgo: 1296,
      },
    ],
  },
  {
    key: "small-model-laptop",
    type: "Article",
    category: "Artificial Intelligence",
    author: "elif",
    status: "Pending",
    revisions: [
      {
        title: "Will it fit? A small language model on an old laptop",
        body: "small-model-laptop.md",
        hoursAgo: 27,
      },
    ],
    decisions: [],
    comments: [],
  },
];
