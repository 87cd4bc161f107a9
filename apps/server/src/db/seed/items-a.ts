import type { DemoItem, DemoMedia } from "./types.ts";

const fullstack = "Fullstack Development";
const security = "Cyber Security";
const data = "Data Science";

const blueGreen: DemoMedia = {
  file: "blue-green.jpg",
  alt: "A blue and a green stack of stones; a switch on the path in front of them points to the green one.",
};
const padlock: DemoMedia = {
  file: "passwords.jpg",
  alt: "A padlock of stone under the night sky, above a row of twelve pebbles.",
};

/** Fullstack Development, Cyber Security and Data Science. The first item becomes content 1 (D2). */
export const itemsA: readonly DemoItem[] = [
  {
    key: "zero-downtime-deploys",
    type: "Article",
    category: fullstack,
    author: "wanjiru",
    status: "Published",
    revisions: [
      { title: "Zero-downtime deploys with blue/green", body: "zero-downtime-deploys.r1.md", hoursAgo: 100 },
      { title: "Zero-downtime deploys with blue/green", body: "zero-downtime-deploys.r2.md", hoursAgo: 92 },
      {
        title: "Zero-downtime deploys with blue/green",
        body: "zero-downtime-deploys.r3.md",
        hoursAgo: 80,
        media: blueGreen,
      },
      {
        title: "Zero-downtime deploys with blue/green",
        body: "zero-downtime-deploys.r4.md",
        hoursAgo: 55,
        media: blueGreen,
      },
    ],
    decisions: [
      {
        by: "samuel",
        hoursAgo: 88,
        decision: "flagged",
        revision: 2,
        reason:
          "The order of the steps is right. The alter table needs a lock_timeout, though: behind a long report it would block every query on orders, which is the outage in your first line. The update of all rows in one statement should go in batches, too.",
      },
      { by: "admin", hoursAgo: 50, decision: "approved", revision: 4 },
    ],
    comments: [
      {
        author: "ivan",
        hoursAgo: 46,
        text: "We met the same queue with a `create index` that somebody ran without `concurrently`. I would add one line: try each migration on a copy, with a long `select` running beside it.",
      },
      {
        author: "priya",
        hoursAgo: 41,
        text: "What about rows that are written between the backfill and the `validate`?",
      },
      {
        author: "wanjiru",
        hoursAgo: 39,
        text: "By step 3 every running version writes both columns, so there should be none. If there is one after all, `validate` fails and names the constraint. That is what it is for.",
      },
      {
        author: "kofi",
        hoursAgo: 30,
        text: "Thank you for printing the four requests that failed. Every other article on this says zero and leaves it there.",
      },
      {
        author: "member",
        hoursAgo: 26,
        text: "Does this make sense with one small server? We do not have a second machine.",
      },
      {
        author: "wanjiru",
        hoursAgo: 24,
        text: "It does. Both colours can live on one machine if its memory holds two copies of the app for an hour. You get deploys without a gap; you do not get protection from that machine failing.",
      },
      {
        author: "tomas",
        hoursAgo: 7,
        text: "I disagree a little with step 5. I leave the old column in place for a month. Dropping it later costs nothing, and getting it back costs a weekend.",
      },
    ],
  },
  {
    key: "postgres-indexes",
    type: "Article",
    category: fullstack,
    author: "writer",
    status: "Published",
    revisions: [
      {
        title: "Postgres indexes that actually help",
        body: "postgres-indexes.md",
        hoursAgo: 340,
        media: {
          file: "btree.jpg",
          alt: "A B-tree of stones in three levels; a highlighted path leads from 30 and 60 over 40 and 50 to the leaf with 47.",
        },
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 330, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "linh",
        hoursAgo: 310,
        text: "I had the two columns the wrong way round in our orders table. Swapping them took the page from 900 ms to something I cannot see any more.",
      },
      {
        author: "ivan",
        hoursAgo: 300,
        text: "One warning about dropping what has `idx_scan = 0`: the counter is per server. An index that only your read replica uses looks dead on the primary.",
      },
      {
        author: "writer",
        hoursAgo: 297,
        text: "That is a good one, and it has bitten people. Check the replicas, and check that the statistics are old enough to have seen a month end.",
      },
      {
        author: "wanjiru",
        hoursAgo: 180,
        text: "If `create index concurrently` fails, it leaves an invalid index behind that is still written to. Look for `indisvalid = false` in `pg_index` and drop it.",
      },
    ],
  },
  {
    key: "grid-layout",
    type: "Article",
    category: fullstack,
    author: "maya",
    status: "Published",
    revisions: [
      {
        title: "A whole page layout in fifteen lines of CSS grid",
        body: "grid-layout.md",
        hoursAgo: 520,
        media: {
          file: "grid-layout.jpg",
          alt: "Stone blocks of different sizes laid out on a grid with numbered lines: a header, three columns and a footer.",
        },
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 505, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "kofi",
        hoursAgo: 490,
        text: "`minmax(0, 44rem)` fixed a bug that I had papered over with `overflow-x: hidden` on the body for two years. I am a little ashamed.",
      },
      {
        author: "member",
        hoursAgo: 402,
        text: "Is there a reason for rem and not ch for the text column?",
      },
      {
        author: "maya",
        hoursAgo: 398,
        text: "Habit, mostly. `ch` follows the width of the zero in the current font, so the column changes when the font loads. With rem it stays where it is.",
      },
    ],
  },
  {
    key: "accessible-forms",
    type: "Article",
    category: fullstack,
    author: "maya",
    status: "Published",
    revisions: [
      { title: "Accessible forms, from scratch", body: "accessible-forms.r1.md", hoursAgo: 790 },
      { title: "Accessible forms, from scratch", body: "accessible-forms.r2.md", hoursAgo: 760 },
    ],
    decisions: [
      {
        by: "admin",
        hoursAgo: 780,
        decision: "flagged",
        revision: 1,
        reason:
          "The example names its field with a placeholder only. It disappears once somebody types, and it is no reliable label for a screen reader. Please show a label with for and id. The part about error messages would gain from a code example with aria-describedby.",
      },
      { by: "samuel", hoursAgo: 745, decision: "approved", revision: 2 },
    ],
    comments: [
      {
        author: "otieno",
        hoursAgo: 730,
        text: "The sentence about the first button of a form explains a bug report I have had open since spring.",
      },
      {
        author: "ivan",
        hoursAgo: 700,
        text: "Why `novalidate`? The browser's own messages come translated and for free.",
      },
      {
        author: "maya",
        hoursAgo: 696,
        text: "They vanish after a few seconds, show one field at a time, and cannot be styled or zoomed like the page. If your form has two fields, keep them. From five on I would write my own.",
      },
    ],
  },
  {
    key: "memory-leaks",
    type: "Article",
    category: fullstack,
    author: "writer",
    status: "Published",
    revisions: [{ title: "Debugging memory leaks in Node", body: "memory-leaks.md", hoursAgo: 1150 }],
    decisions: [{ by: "admin", hoursAgo: 1130, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "wanjiru",
        hoursAgo: 1100,
        text: 'Number 2 of the list got us: `process.on("SIGTERM")` inside a request handler. The warning about eleven listeners had been in the log for months.',
      },
      {
        author: "linh",
        hoursAgo: 900,
        text: "My retainers panel is full of `system / Context`. How do you read that?",
      },
      {
        author: "writer",
        hoursAgo: 893,
        text: "That is a closure. Open it and look for a variable name you know: it belongs to the function that was created there. Named functions in place of arrows make this far easier to find.",
      },
      {
        author: "kofi",
        hoursAgo: 74,
        text: "Found one today with exactly this: a Map keyed by socket id, and a disconnect handler that was never attached.",
      },
    ],
  },
  {
    key: "dockerfile-trust",
    type: "Article",
    category: fullstack,
    author: "wanjiru",
    status: "Published",
    revisions: [{ title: "Writing a Dockerfile you can trust", body: "dockerfile-trust.md", hoursAgo: 900 }],
    decisions: [{ by: "samuel", hoursAgo: 880, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "tomas",
        hoursAgo: 870,
        text: "I would go one step further and use a distroless base for the second stage. No shell, so nothing to get a shell in.",
      },
      {
        author: "wanjiru",
        hoursAgo: 866,
        text: "I did, and went back. On the night you need `sh` in a container you really need it. With `--read-only` and no root, the slim image is my compromise. Both are defensible.",
      },
      {
        author: "member",
        hoursAgo: 620,
        text: "The check with `--read-only` failed for us because the framework writes a cache at start. Good to know before somebody else finds out.",
      },
    ],
  },
  {
    key: "five-queries",
    type: "Article",
    category: fullstack,
    author: "writer",
    status: "Published",
    revisions: [
      { title: "Five queries every on-call should know", body: "five-queries.r1.md", hoursAgo: 640 },
      { title: "Five queries every on-call should know", body: "five-queries.r2.md", hoursAgo: 30 },
    ],
    decisions: [{ by: "samuel", hoursAgo: 620, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "ivan",
        hoursAgo: 600,
        text: "Printed, laminated, taped to the inside of the cupboard door.",
      },
      {
        author: "wanjiru",
        hoursAgo: 52,
        text: "`pg_cancel_backend` does nothing for the session that is idle in transaction, and that is usually the one you are after. Could you add `pg_terminate_backend`, and say what it rolls back?",
      },
      {
        author: "writer",
        hoursAgo: 29,
        text: "You are right. I have sent a new revision with both, and with the two timeouts that would have spared us the call.",
      },
    ],
  },
  {
    key: "caching-headers",
    type: "Article",
    category: fullstack,
    author: "new-admin",
    status: "Published",
    revisions: [{ title: "Caching headers without the folklore", body: "caching-headers.md", hoursAgo: 215 }],
    decisions: [{ by: "admin", hoursAgo: 200, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "linh",
        hoursAgo: 190,
        text: 'So `no-cache` means "please cache this". I have to lie down.',
      },
      {
        author: "new-admin",
        hoursAgo: 188,
        text: 'It means "cache it, and ask me before each use". Whoever named it had a long day.',
      },
    ],
  },
  {
    key: "serving-video",
    type: "Video",
    category: fullstack,
    author: "maya",
    status: "Published",
    revisions: [
      {
        title: "Serving a short video well: poster, faststart, ranges",
        body: "serving-video.md",
        hoursAgo: 130,
        media: {
          file: "cairn-stacking.mp4",
          alt: "Four stones are lowered onto each other at sunrise; each rocks a little, and the last one is green.",
          poster: "cairn-stacking.jpg",
        },
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 118, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "otieno",
        hoursAgo: 112,
        text: "The missing faststart was it. Our trailer waited for the last byte before it showed the first picture, and on the office network nobody ever noticed.",
      },
      {
        author: "elif",
        hoursAgo: 60,
        text: "Why not AV1? The files are a good deal smaller.",
      },
      {
        author: "maya",
        hoursAgo: 57,
        text: "For long films, yes, with H.264 as the second source. For ten seconds I prefer one file that plays everywhere over two that I have to keep in step.",
      },
    ],
  },
  {
    key: "first-on-call",
    type: "Audio",
    category: fullstack,
    author: "linh",
    status: "Published",
    revisions: [
      {
        title: "What I learned in my first on-call week",
        body: "first-on-call.md",
        hoursAgo: 172,
        media: { file: "first-on-call.m4a", alt: "The opening of the notes, read aloud." },
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 160, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "wanjiru",
        hoursAgo: 155,
        text: 'I was the person who was woken. For the record, the two words were "disk full".',
      },
      {
        author: "samuel",
        hoursAgo: 150,
        text: "Two of eleven alerts with something to do about them is about what I find everywhere. Deleting the others is the cheapest improvement there is.",
      },
      {
        author: "member",
        hoursAgo: 98,
        text: "I start my first week on Monday. The fifteen minutes are now a note on my screen.",
      },
      {
        author: "linh",
        hoursAgo: 96,
        text: "Good luck, and do ring somebody.",
      },
    ],
  },
  {
    key: "slow-react-list",
    type: "Article",
    category: fullstack,
    author: "writer",
    status: "Pending",
    revisions: [{ title: "Profiling a slow React list", body: "slow-react-list.md", hoursAgo: 20 }],
    decisions: [],
    comments: [],
  },
  {
    key: "k8s-probes",
    type: "Article",
    category: fullstack,
    author: "ivan",
    status: "Pending",
    revisions: [{ title: "Kubernetes probes explained", body: "k8s-probes.md", hoursAgo: 44 }],
    decisions: [],
    comments: [],
  },
  {
    key: "optimistic-updates",
    type: "Article",
    category: fullstack,
    author: "writer",
    status: "Flagged",
    revisions: [
      { title: "Optimistic updates that feel instant", body: "optimistic-updates.md", hoursAgo: 150 },
    ],
    decisions: [
      {
        by: "samuel",
        hoursAgo: 140,
        decision: "flagged",
        revision: 1,
        reason:
          "Clear and well argued, and three lines need work. fetch does not reject on a 500, so onError never runs: check response.ok and throw. Call cancelQueries before setQueryData, or a refetch that is under way overwrites the heart. And put the saved item back in onError instead of subtracting one.",
      },
    ],
    comments: [],
  },
  {
    key: "strace-tour",
    type: "Article",
    category: fullstack,
    author: "writer",
    status: "Draft",
    revisions: [{ title: "A gentle tour of strace", body: "strace-tour.md", hoursAgo: 76 }],
    decisions: [],
    comments: [],
  },
  {
    key: "threat-model",
    type: "Article",
    category: security,
    author: "tomas",
    status: "Published",
    revisions: [
      {
        title: "Your first threat model",
        body: "threat-model.md",
        hoursAgo: 1400,
        media: {
          file: "threat-model.jpg",
          alt: "A drawn map: browser and partner outside, the API inside one dashed border, database and files inside a second; red flags where arrows cross.",
        },
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 1380, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "priya",
        hoursAgo: 1350,
        text: "We did this for a reporting tool and needed fifty minutes. The flag between the browser and the API gave us one sentence. The nightly import gave us nine.",
      },
      {
        author: "ivan",
        hoursAgo: 1200,
        text: 'I would not start with STRIDE. With beginners it turns into a form to fill in. "What would annoy you most on Monday morning?" works better.',
      },
      {
        author: "tomas",
        hoursAgo: 1190,
        text: "As a first question I like that better, too. I bring out the six words when the room goes quiet, and by then they find what nobody was annoyed by.",
      },
      {
        author: "member",
        hoursAgo: 430,
        text: "Who should hold the pen when nobody on the team knows security?",
      },
      {
        author: "tomas",
        hoursAgo: 428,
        text: "Whoever draws best. The others will correct the drawing, and that is the meeting.",
      },
    ],
  },
  {
    key: "tls-handshake",
    type: "Article",
    category: security,
    author: "tomas",
    status: "Published",
    revisions: [
      {
        title: "How TLS 1.3 handshakes work",
        body: "tls-handshake.md",
        hoursAgo: 980,
        media: {
          file: "tls-handshake.jpg",
          alt: "Two standing stones, client and server, exchange five messages; from the certificate on, each carries a lock.",
        },
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 960, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "kofi",
        hoursAgo: 930,
        text: "I ran the command against our own site and saw TLS 1.2 messages only. It turned out that the load balancer in front of it was six years old.",
      },
      {
        author: "ivan",
        hoursAgo: 905,
        text: "The host name in the ClientHello can be hidden by now, with Encrypted Client Hello. Worth a sentence?",
      },
      {
        author: "tomas",
        hoursAgo: 900,
        text: "Worth an article of its own. It needs a key from DNS and a large host to hide among, so I left it out of the one that explains the basics.",
      },
    ],
  },
  {
    key: "hashing-passwords",
    type: "Article",
    category: security,
    author: "writer",
    status: "Published",
    revisions: [
      {
        title: "Hashing passwords in ten minutes",
        body: "hashing-passwords.r1.md",
        hoursAgo: 480,
        media: padlock,
      },
      {
        title: "Hashing passwords in ten minutes",
        body: "hashing-passwords.r2.md",
        hoursAgo: 450,
        media: padlock,
      },
    ],
    decisions: [
      {
        by: "admin",
        hoursAgo: 470,
        decision: "flagged",
        revision: 1,
        reason:
          "Both examples use MD5. A salt stops tables made in advance, but each guess stays as cheap as before, and a graphics card makes billions a second. Please move to Argon2id or scrypt and say how to choose its costs. The explanation of the salt is very good and can stay.",
      },
      { by: "samuel", hoursAgo: 440, decision: "approved", revision: 2 },
    ],
    comments: [
      {
        author: "member",
        hoursAgo: 420,
        text: "Our old table is full of SHA-1. Do I have to wait until everybody has signed in again?",
      },
      {
        author: "writer",
        hoursAgo: 416,
        text: "No. Run Argon2id over the old hashes tonight and note in the row that it is a hash of a hash. At the next sign-in, replace it with a hash of the password itself.",
      },
      {
        author: "tomas",
        hoursAgo: 330,
        text: "Good that the dummy hash is in there. In every second review it is missing, and you can list the customers with a stopwatch.",
      },
      {
        author: "linh",
        hoursAgo: 110,
        text: "I like that the flagged version can still be found in the history. I would have written the same thing.",
      },
    ],
  },
  {
    key: "spot-the-phish",
    type: "Article",
    category: security,
    author: "ivan",
    status: "Published",
    revisions: [
      { title: "Spot the phish: five e-mails, read slowly", body: "spot-the-phish.md", hoursAgo: 400 },
    ],
    decisions: [{ by: "admin", hoursAgo: 385, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "otieno",
        hoursAgo: 370,
        text: "I got number 4 wrong, and I build log-in screens for a living.",
      },
      {
        author: "wanjiru",
        hoursAgo: 352,
        text: "We ran these five at lunch. The best part was the quarrel about number 2.",
      },
      {
        author: "elif",
        hoursAgo: 33,
        text: "Is a passkey on the phone as good as a hardware key?",
      },
      {
        author: "ivan",
        hoursAgo: 31,
        text: "Against phishing, yes: both sign for the real domain only. A hardware key cannot be copied to a new phone, which is a comfort for administrators and a nuisance for everybody else.",
      },
    ],
  },
  {
    key: "pkce",
    type: "Article",
    category: security,
    author: "tomas",
    status: "Published",
    revisions: [{ title: "PKCE in twelve lines, and what each one stops", body: "pkce.md", hoursAgo: 260 }],
    decisions: [{ by: "samuel", hoursAgo: 245, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "writer",
        hoursAgo: 236,
        text: "The last check is the useful one. I tried it against two providers, and one of them returned tokens with the changed verifier.",
      },
      {
        author: "tomas",
        hoursAgo: 234,
        text: "Please report it to them. It is usually a setting per client that nobody has switched on.",
      },
    ],
  },
  {
    key: "sql-injection",
    type: "Article",
    category: security,
    author: "kofi",
    status: "Published",
    revisions: [
      { title: "SQL injection is still a string problem", body: "sql-injection.r1.md", hoursAgo: 860 },
      { title: "SQL injection is still a string problem", body: "sql-injection.r2.md", hoursAgo: 830 },
    ],
    decisions: [
      {
        by: "samuel",
        hoursAgo: 850,
        decision: "flagged",
        revision: 1,
        reason:
          "Doubling quotes does not close the hole. Try it where an id is pasted in without quotes, with the value 1 or 1=1: there is no quote to double, and every row comes back. Please show parameters ($1) as the fix. The attack itself is explained well.",
      },
      { by: "admin", hoursAgo: 815, decision: "approved", revision: 2 },
    ],
    comments: [
      {
        author: "linh",
        hoursAgo: 800,
        text: "I searched our code for `raw(` as you suggest. Four hits, three harmless, one not. Thank you.",
      },
      {
        author: "priya",
        hoursAgo: 640,
        text: 'A note from the data side: notebooks count as well. We build SQL with f-strings all day because "it is only internal".',
      },
      {
        author: "kofi",
        hoursAgo: 636,
        text: "Until somebody turns the notebook into a dashboard with a text field. I have seen that happen within a week.",
      },
    ],
  },
  {
    key: "incident-thirty-minutes",
    type: "Article",
    category: security,
    author: "samuel",
    status: "Published",
    revisions: [
      {
        title: "The first thirty minutes, when the cause may be a person",
        body: "incident-thirty-minutes.md",
        hoursAgo: 86,
        media: {
          file: "incident-checklist.pdf",
          alt: "Incident checklist, one page: look, tell, stop the harm, find, close, with boxes to tick and lines for times.",
        },
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 75, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "wanjiru",
        hoursAgo: 68,
        text: "The separate scribe is the part people skip when there are only two of them. Even then: one types, the other writes.",
      },
      {
        author: "ivan",
        hoursAgo: 49,
        text: "How do you take a memory snapshot of a machine of your own, without a cloud provider?",
      },
      {
        author: "samuel",
        hoursAgo: 45,
        text: "If it is a virtual machine, through the hypervisor: `virsh dump --memory-only` for KVM. On bare metal you need a tool that was prepared beforehand, and practice. Without either, copy the processes and connections as shown and accept the gap.",
      },
    ],
  },
  {
    key: "csp-directives",
    type: "Article",
    category: security,
    author: "writer",
    status: "Pending",
    revisions: [
      { title: "A Content Security Policy, one directive at a time", body: "csp-directives.md", hoursAgo: 9 },
    ],
    decisions: [],
    comments: [],
  },
  {
    key: "lock-file",
    type: "Article",
    category: security,
    author: "linh",
    status: "Pending",
    revisions: [{ title: "What a lock file protects you from", body: "lock-file.md", hoursAgo: 14 }],
    decisions: [],
    comments: [],
  },
  {
    key: "store-tokens",
    type: "Article",
    category: security,
    author: "writer",
    status: "Flagged",
    revisions: [{ title: "Store tokens where scripts cannot reach", body: "store-tokens.md", hoursAgo: 250 }],
    decisions: [
      {
        by: "admin",
        hoursAgo: 240,
        decision: "flagged",
        revision: 1,
        reason:
          'The cookie example misses SameSite, and the text never mentions CSRF: once the browser sends the session by itself, another site can make it do so. Please add sameSite: "lax" and a short section on what it does not cover. The part about hashing the token is excellent.',
      },
    ],
    comments: [],
  },
  {
    key: "histogram",
    type: "Article",
    category: data,
    author: "priya",
    status: "Published",
    revisions: [
      {
        title: "Draw the histogram before you trust the mean",
        body: "histogram.md",
        hoursAgo: 1280,
        media: {
          file: "histogram.jpg",
          alt: "A histogram of stacked pebbles with a long slope to the right; the mean stands to the right of the median.",
        },
      },
    ],
    decisions: [{ by: "samuel", hoursAgo: 1265, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "linh",
        hoursAgo: 1240,
        text: "I drew one for the ages in our member table. There is a spike at 1 January 1970 taller than all the others together.",
      },
      {
        author: "writer",
        hoursAgo: 1010,
        text: "For latencies I would start with the logarithmic axis. With a linear one, the slow hill is often too flat to see.",
      },
      {
        author: "priya",
        hoursAgo: 1004,
        text: "Agreed for latencies. I still show the linear one first to people who have not met a logarithm since school, and the other one as the second slide.",
      },
    ],
  },
  {
    key: "pipeline-twice",
    type: "Article",
    category: data,
    author: "priya",
    status: "Published",
    revisions: [
      {
        title: "A data pipeline you can run twice",
        body: "pipeline-twice.md",
        hoursAgo: 700,
        media: {
          file: "pipeline.jpg",
          alt: "Four stone pools on a hillside; water runs from one to the next and becomes clearer in each.",
        },
      },
    ],
    decisions: [{ by: "admin", hoursAgo: 690, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "wanjiru",
        hoursAgo: 680,
        text: "Killing it half-way with `kill -9` is now part of our tests. It failed on the first try, in a step that everybody had called safe.",
      },
      {
        author: "kofi",
        hoursAgo: 500,
        text: "What do you do when the sender has no event id at all?",
      },
      {
        author: "priya",
        hoursAgo: 495,
        text: "A hash of the whole line, plus its position in the file it came in. Two identical lines in one file then stay two, and the same file sent again stays one.",
      },
    ],
  },
  {
    key: "slow-hour",
    type: "Article",
    category: data,
    author: "writer",
    status: "Published",
    revisions: [
      { title: "Finding the slow hour with an access log and awk", body: "slow-hour.md", hoursAgo: 36 },
    ],
    decisions: [{ by: "samuel", hoursAgo: 28, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "priya",
        hoursAgo: 22,
        text: 'Please print "do not average percentiles" on a mug.',
      },
      {
        author: "elif",
        hoursAgo: 13,
        text: "Why `(NR - 1) * q + 1` and not simply `NR * q`?",
      },
      {
        author: "writer",
        hoursAgo: 11,
        text: "With `NR * q` a short log can ask for line 0. For 20,000 lines either is fine. `percentile_cont` also interpolates between two lines, so the last digit of the two methods may differ.",
      },
    ],
  },
  {
    key: "join-doubled",
    type: "Article",
    category: data,
    author: "linh",
    status: "Published",
    revisions: [{ title: "The join that grew our revenue by half", body: "join-doubled.md", hoursAgo: 570 }],
    decisions: [{ by: "samuel", hoursAgo: 560, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "priya",
        hoursAgo: 548,
        text: "The part about not simply dropping duplicates is what I tell every new colleague. The right question is what one row of this table stands for.",
      },
      {
        author: "ivan",
        hoursAgo: 300,
        text: "In SQL there is no `validate`. What do you do there?",
      },
      {
        author: "linh",
        hoursAgo: 294,
        text: "A unique constraint on the right-hand table if I own it. If I do not, I count the rows before and after and stop when they differ.",
      },
      {
        author: "otieno",
        hoursAgo: 120,
        text: "Person number four here. Ours was shipments, and the finance department was slower than yours.",
      },
    ],
  },
  {
    key: "window-functions",
    type: "Article",
    category: data,
    author: "wanjiru",
    status: "Published",
    revisions: [{ title: "Window functions, with six rows", body: "window-functions.md", hoursAgo: 1060 }],
    decisions: [{ by: "admin", hoursAgo: 1045, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "linh",
        hoursAgo: 1020,
        text: "The trap with equal rows cost me an afternoon last month. Now I know its name.",
      },
      {
        author: "member",
        hoursAgo: 345,
        text: "First explanation of `over` that I could follow with a pencil.",
      },
    ],
  },
  {
    key: "base-rate",
    type: "Article",
    category: data,
    author: "priya",
    status: "Published",
    revisions: [
      { title: "Ninety-nine per cent accurate and mostly wrong", body: "base-rate.md", hoursAgo: 295 },
    ],
    decisions: [{ by: "admin", hoursAgo: 280, decision: "approved", revision: 1 }],
    comments: [
      {
        author: "tomas",
        hoursAgo: 270,
        text: "Every intrusion detection system should be sold with this article. Attacks are even rarer than fraud.",
      },
      {
        author: "writer",
        hoursAgo: 255,
        text: "Does point 3 not cheat? The cheap rule throws away some fraud, so the total recall falls.",
      },
      {
        author: "priya",
        hoursAgo: 251,
        text: "It falls, yes: what the rule drops is gone for good. Multiply the two recalls and show the product. Very often it is still the better trade.",
      },
    ],
  },
  {
    key: "missing-values",
    type: "Article",
    category: data,
    author: "priya",
    status: "Pending",
    revisions: [
      { title: "Missing values are three different problems", body: "missing-values.md", hoursAgo: 26 },
    ],
    decisions: [],
    comments: [],
  },
  {
    key: "ab-test-lunch",
    type: "Article",
    category: data,
    author: "writer",
    status: "Flagged",
    revisions: [{ title: "Read an A/B test before lunch", body: "ab-test-lunch.md", hoursAgo: 410 }],
    decisions: [
      {
        by: "samuel",
        hoursAgo: 400,
        decision: "flagged",
        revision: 1,
        reason:
          'The arithmetic is right. The section "When to stop" is not: whoever looks each morning and stops below 0.05 finds a winner far too often. I simulated a month of daily looks at two identical versions, and 28 in 100 tests ended with one. Please fix the number of visitors beforehand, or show a sequential test.',
      },
    ],
    comments: [],
  },
];
