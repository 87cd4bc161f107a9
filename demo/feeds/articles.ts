import type { FeedArticleDetail } from "@cairn/contract";

/**
 * Sample articles for a site without an external article service (docs/rules.md#feeds-of-other-sites), newest first. Written for Cairn;
 * sanitised HTML only.
 */
export const sampleArticles: readonly FeedArticleDetail[] = [
  {
    id: 480112,
    title: "A checklist for code that runs at three in the morning",
    published_at: "2025-11-19T07:30:00Z",
    url: "https://example.org/articles/code-that-runs-at-three",
    user: { name: "Ines Carvalho" },
    tag_list: ["softwareengineering", "reliability", "jobs", "backend"],
    description:
      "Scheduled jobs fail when nobody looks. Seven questions to ask before one goes live, and a small wrapper that answers four of them.",
    body_html: `<p>A web request has a witness. If it fails, somebody sees an error and presses the button again. A scheduled job fails in the dark, and the first person to notice is the one who needed its result. So I ask seven questions before a job goes live, and I ask them even of jobs that are three lines long.</p>
<h2>The seven questions</h2>
<ol>
<li>What happens if it runs twice at the same time?</li>
<li>What happens if it does not run at all today?</li>
<li>If it stops half-way, can it simply be started again?</li>
<li>How long may it take before something else gets into trouble?</li>
<li>How much does it load at once, and how much will that be in two years?</li>
<li>Who is told when it fails, and can that person do anything about it?</li>
<li>How would we notice that it succeeds and does nothing?</li>
</ol>
<p>The last one is my favourite. A report job once ran for five months without a single error, on an empty table. It had been pointed at the test database by a copied setting. Every night it finished in perfect health.</p>
<h2>A wrapper for the first four</h2>
<p>Most of the answers are the same for every job, so they belong in one place. This one takes a lock, sets a deadline, and writes down that it ran:</p>
<pre><code>export async function runJob(name, limitMs, work) {
  const lock = await locks.tryTake(name);
  if (lock === null) return report(name, "already running");
  const deadline = AbortSignal.timeout(limitMs);
  try {
    const count = await work(deadline);
    await report(name, "done", { count });
  } catch (error) {
    await report(name, "failed", { error });
    throw error;
  } finally {
    await lock.release();
  }
}</code></pre>
<p>The <code>count</code> is there for question seven. Every job returns how many things it dealt with, and a check in the morning compares that with the days before. Zero is allowed, but not for a whole week.</p>
<p>The deadline is passed on as a signal, because a timeout that only stops <em>waiting</em> leaves the work running. The job has to look at the signal between two batches and stop by itself.</p>
<h2>Small batches, and a note of where you are</h2>
<p>For question three the rule is: take a batch, finish it, remember it, take the next. If the process dies, it goes on after the last batch. It also keeps transactions short, so that the people who are awake at three in the morning, and there are some, do not wait for your cleanup.</p>
<blockquote><p>A job that can be killed at any moment is a job that can be deployed at any moment.</p></blockquote>
<p>None of this is difficult. It is only easy to forget in a file called <code>cleanup.js</code>, since nothing reminds you until the night when it matters.</p>`,
    positive_reactions_count: 214,
  },
  {
    id: 480087,
    title: "Small pull requests are a kindness",
    published_at: "2025-11-16T13:10:00Z",
    url: "https://example.org/articles/small-pull-requests",
    user: { name: "Mateusz Zieliński" },
    tag_list: ["softwareengineering", "review", "teamwork"],
    description:
      "How to cut a large change so that each part can be read in ten minutes and released by itself.",
    body_html: `<p>A reviewer who opens forty files looks at the first five carefully and at the rest with hope. The cure is not a better reviewer. It is a change that fits into one sitting.</p>
<p>I cut along three lines, in this order:</p>
<ul>
<li><strong>Moves first.</strong> Renaming and moving without any change of behaviour. It may touch sixty files and still takes two minutes to read.</li>
<li><strong>Then room for the new thing.</strong> A new column that nobody reads, a function with a second argument that has a default.</li>
<li><strong>Then the behaviour,</strong> behind a switch if it takes more than one step.</li>
</ul>
<p>The objection is always that the parts make no sense alone. Say in the first line of each description where the road leads: <em>second of four, towards subscriptions by e-mail</em>. That sentence takes ten seconds and saves the question.</p>
<p>And when somebody sends you forty files anyway, do not sigh in the comments. Offer half an hour to cut it together. It is the fastest way I know to teach it.</p>`,
    positive_reactions_count: 163,
  },
  {
    id: 480051,
    title: "Optional is a promise: designing fields that may be missing",
    published_at: "2025-11-12T09:00:00Z",
    url: "https://example.org/articles/optional-is-a-promise",
    user: { name: "Hanna Lindgren" },
    tag_list: ["softwareengineering", "api", "typescript"],
    description:
      "Missing, null, empty and zero are four different statements. An API that mixes them makes every client guess.",
    body_html: `<p>Our profile endpoint had a field <code>phone</code>. Sometimes it was a string, sometimes an empty string, sometimes <code>null</code>, and in old accounts it was not there. Each client had its own idea of what that meant, and one of them showed "undefined" on a business card.</p>
<p>We sat down and gave each form one meaning:</p>
<ul>
<li><strong>Absent in an answer:</strong> you did not ask for it, or you may not see it.</li>
<li><strong>null:</strong> we know that there is none.</li>
<li><strong>Absent in a change:</strong> leave it as it is.</li>
<li><strong>null in a change:</strong> remove it.</li>
<li><strong>Empty string:</strong> refused, because nobody could say how it differs from null.</li>
</ul>
<p>In TypeScript the difference between leaving a field out and setting it to nothing can be written down, if you switch on <code>exactOptionalPropertyTypes</code>:</p>
<pre><code>interface ProfileChange {
  name?: string;
  phone?: string | null;
}</code></pre>
<p>With the option on, <code>{ name: undefined }</code> is an error, and a careless spread can no longer erase a name. The rules fit on one page of the API's documentation. It is the page with the most visits.</p>`,
    positive_reactions_count: 131,
  },
  {
    id: 479994,
    title: "The boring cache: three headers and no server",
    published_at: "2025-11-08T18:45:00Z",
    url: "https://example.org/articles/the-boring-cache",
    user: { name: "Oluwaseun Adeyemi" },
    tag_list: ["softwareengineering", "http", "performance", "web"],
    description: "Before you install a cache, use the one that every browser already has.",
    body_html: `<p>Somebody suggested a cache server for our little archive. I asked for an hour first, and in that hour three headers took away nearly all of the traffic.</p>
<p>Files with a hash in their name never change, so the browser need not ask again:</p>
<pre><code>Cache-Control: public, max-age=31536000, immutable</code></pre>
<p>Pages do change, but mostly they have not. Let the browser keep a copy and ask whether it is still good:</p>
<pre><code>Cache-Control: no-cache
ETag: "9f1c2b"</code></pre>
<p><code>no-cache</code> is badly named. It means <em>keep it, but check before use</em>; what forbids keeping is <code>no-store</code>. The check costs a round trip and a few hundred bytes, and the answer is an empty 304.</p>
<p>The third header is <code>Vary</code>. If the same address answers in two languages or to two kinds of <code>Accept</code>, name the header that decides. Otherwise the first visitor's language is everybody's language.</p>
<p>We never installed the server. When the archive grows it may be needed, and then these headers will tell it what to do.</p>`,
    positive_reactions_count: 187,
  },
  {
    id: 479948,
    title: "Rotate a secret before you have to",
    published_at: "2025-11-04T06:20:00Z",
    url: "https://example.org/articles/rotate-a-secret",
    user: { name: "Farid Rahimi" },
    tag_list: ["softwareengineering", "security", "operations"],
    description:
      "The day a key leaks is the wrong day to find out that nobody knows where it is used. A rehearsal in six steps.",
    body_html: `<p>Every team can tell you where its signing key is stored. Few can tell you what breaks when it is replaced. We found out on a calm Tuesday, on purpose.</p>
<h2>The rehearsal</h2>
<ol>
<li>List every place that reads the key. Search the code, then the settings, then the scripts on people's laptops.</li>
<li>Make the reading side accept <strong>two</strong> keys, the new one first.</li>
<li>Deploy that, everywhere, and wait a day.</li>
<li>Sign with the new key.</li>
<li>Wait until the longest-lived thing signed with the old key has expired.</li>
<li>Remove the old key and watch the error rate.</li>
</ol>
<p>Step one took a morning, and it found a backup script that nobody had started in a year. Step five needs a number: how long can a signed thing live? If the answer is "for ever", that is the real finding of the day.</p>
<p>We repeat it each quarter. The last time it took forty minutes, and the person who did it had joined three weeks before. That is how you know the page is good.</p>`,
    positive_reactions_count: 98,
  },
  {
    id: 479901,
    title: "Your error messages are talking to strangers",
    published_at: "2025-10-31T11:55:00Z",
    url: "https://example.org/articles/error-messages-and-strangers",
    user: { name: "Chipo Moyo" },
    tag_list: ["softwareengineering", "security", "ux"],
    description:
      "What an error should tell the person, what it should tell the log, and how one id connects the two.",
    body_html: `<p>A good error message helps the person in front of the screen. The trouble is that you do not know who that is. A stack trace tells a visitor nothing and an attacker the name of your framework, its version and the folder it lives in.</p>
<p>So we write each error twice:</p>
<ul>
<li><strong>For the person:</strong> what did not work, whether their text is safe, what to do next, and a short id.</li>
<li><strong>For the log:</strong> everything else, under the same id.</li>
</ul>
<pre><code>{ "error": "The picture could not be saved. Your text is safe.", "request_id": "k3v9-22" }</code></pre>
<p>Two messages need extra care. Sign-in says the same whether the address is unknown or the password is wrong, and takes the same time for both. And "forgot password" always says that a mail is on its way <em>if</em> there is such an account. Being helpful there means telling anybody who asks which of your members exist.</p>
<p>The id turned out to be the best part. People now write to us with eight characters instead of a photograph of their screen.</p>`,
    positive_reactions_count: 142,
  },
  {
    id: 479860,
    title: "Dependencies: trust, but pin",
    published_at: "2025-10-27T15:30:00Z",
    url: "https://example.org/articles/trust-but-pin",
    user: { name: "Elena Marković" },
    tag_list: ["softwareengineering", "security", "javascript", "npm"],
    description:
      "A lock file is a security control. Here is what it protects you from, what it does not, and the update habit that goes with it.",
    body_html: `<p>When you install a package you run a stranger's code, and the code of everybody that stranger trusts. You cannot read it all. You can make sure that what you run today is what you ran yesterday.</p>
<p>In a build, that takes one different word:</p>
<pre><code>npm ci --ignore-scripts</code></pre>
<p><code>npm ci</code> installs exactly what the lock file says, compares each package with its recorded hash and stops if the two files disagree. <code>--ignore-scripts</code> keeps packages from running code while they are being installed. Some need that, so try it and list the exceptions.</p>
<p>What this does <strong>not</strong> do is make old versions safe. Pinning without updating is a slow way to collect holes. We take updates once a week, all of them, in one change that a person reads:</p>
<ul>
<li>new packages that appeared as somebody's dependency;</li>
<li>packages with a new owner or a first release after years of silence;</li>
<li>anything published in the last few days, which can wait until next week.</li>
</ul>
<p>The last rule costs nothing. Malicious releases are usually found within days, by people who update faster than we do.</p>`,
    positive_reactions_count: 175,
  },
  {
    id: 479815,
    title: "Rate limits that do not punish the innocent",
    published_at: "2025-10-22T08:05:00Z",
    url: "https://example.org/articles/kind-rate-limits",
    user: { name: "Nikhil Deshmukh" },
    tag_list: ["softwareengineering", "security", "api", "backend"],
    description:
      "A whole school behind one address, a phone that retries, a script gone wild: one limit cannot fit them all.",
    body_html: `<p>We limited sign-in to ten tries per minute and address. It worked until a class of thirty opened their laptops at nine o'clock, behind a single router. Twenty of them met our security on their first day.</p>
<p>Now there are three counters, and each asks a different question:</p>
<ul>
<li>per <strong>account and address</strong>: is somebody guessing this person's password from there?</li>
<li>per <strong>account</strong>, over a longer time: are many machines guessing it together?</li>
<li>per <strong>address</strong>, generous: is one machine trying many accounts?</li>
</ul>
<p>A successful sign-in clears the first counter. The third counts failures only, so thirty pupils who know their passwords do not count at all.</p>
<p>Say when it is over. An answer with status 429 and <code>Retry-After: 40</code> lets a well-made client wait. Without the header it will try again at once, and then you have built the flood yourself.</p>
<blockquote><p>A limit is part of the interface. Write it down where people look.</p></blockquote>`,
    positive_reactions_count: 119,
  },
  {
    id: 479772,
    title: "Reading old code with a pencil",
    published_at: "2025-10-17T17:15:00Z",
    url: "https://example.org/articles/reading-old-code",
    user: { name: "Margit Oja" },
    tag_list: ["softwareengineering", "legacy", "learning"],
    description:
      "Forty thousand lines, no author left, one bug. A way to read that does not start at line one.",
    body_html: `<p>The author had left, the tests had never existed, and the invoice was wrong by one cent. I printed nothing and read nothing in order. I followed one invoice.</p>
<p>Take a single real case and walk with it. At each step write one line on paper: where am I, what came in, what goes out. After an hour I had two pages and knew six of three hundred files. The other 294 did not concern me.</p>
<p>Three things helped:</p>
<ul>
<li><strong>The history.</strong> <code>git log -L</code> shows how one function grew. The strange condition had a commit message: "leap year, customer 12".</li>
<li><strong>A debugger</strong> instead of print statements, because I did not yet know what to print.</li>
<li><strong>Writing a test for what it does now,</strong> right or wrong, before touching it.</li>
</ul>
<p>The cent was lost in a sum of rounded numbers that should have been a rounded sum. The change was one line. The two pages are now the documentation.</p>`,
    positive_reactions_count: 156,
  },
  {
    id: 479731,
    title: "Estimates are for deciding, not for promising",
    published_at: "2025-10-13T10:40:00Z",
    url: "https://example.org/articles/estimates-are-for-deciding",
    user: { name: "Yaw Boateng" },
    tag_list: ["softwareengineering", "planning", "teamwork"],
    description: "Ask what the number will be used for. Often the answer makes the number unnecessary.",
    body_html: `<p>"How long will it take?" is seldom the question. Behind it stands another: shall we start it before the holidays, is it worth more than the other idea, do we have to hire somebody? I have begun to ask which one it is.</p>
<p>If the question is <em>this or that</em>, two sizes are enough: fits into a week, or does not. If it is <em>before or after a date</em>, I give a range and say what would decide which end it will be:</p>
<blockquote><p>Between one week and four. It is one if the payment provider has a test mode, and I can tell you that by tomorrow noon.</p></blockquote>
<p>The sentence contains the most useful part of any estimate, which is the cheapest way to make it better. Half a day of trying something out narrows the range more than any meeting about it.</p>
<p>And if somebody does turn the number into a promise, put it in writing beside the assumption it rested on. Not to be right later. So that both of you remember what was known at the time.</p>`,
    positive_reactions_count: 204,
  },
  {
    id: 479694,
    title: "Floating point, settled with a ruler",
    published_at: "2025-10-08T14:00:00Z",
    url: "https://example.org/articles/floating-point-ruler",
    user: { name: "Lucía Fernández" },
    tag_list: ["softwareengineering", "fundamentals", "beginners"],
    description: "Why 0.1 + 0.2 is not 0.3, shown on a ruler whose marks get further apart.",
    body_html: `<p>Imagine a ruler on which the marks between 1 and 2 are evenly spaced, those between 2 and 4 are twice as far apart, those between 4 and 8 four times, and so on. There are equally many marks in each stretch. This is what a floating point number can be: one of the marks, and nothing between them.</p>
<p>One tenth lies between two marks. So does two tenths. The computer takes the nearest mark for each, adds them, and takes the nearest mark to the sum. It happens not to be the mark nearest to 0.3:</p>
<pre><code>0.1 + 0.2 === 0.3   // false
0.25 + 0.5 === 0.75 // true: quarters lie on marks</code></pre>
<p>From the ruler you can read three rules. Do not compare for equality, compare the distance with the spacing of the marks. Add small numbers to each other before adding them to a large one, or they fall between its marks and vanish. And keep money in whole cents.</p>
<p>Beyond 9,007,199,254,740,992, which is two to the power of 53, the marks are two apart. That is why a large id must travel as text in JSON.</p>`,
    positive_reactions_count: 238,
  },
  {
    id: 479655,
    title: "Leaving a project so that nobody needs to call you",
    published_at: "2025-10-03T09:25:00Z",
    url: "https://example.org/articles/leaving-a-project",
    user: { name: "Sophie Brandt" },
    tag_list: ["softwareengineering", "documentation", "career"],
    description:
      "A handover is finished when somebody else has done the dangerous thing once while you watched.",
    body_html: `<p>I have left four projects and was called after three of them. The fourth handover was different in one respect: I did not explain anything. I sat beside the person and kept my hands off the keyboard.</p>
<p>We made a list of what only I had ever done. It was shorter than I had feared and worse than I had hoped:</p>
<ol>
<li>restore the database from a backup;</li>
<li>renew the certificate of the old printer service;</li>
<li>release when the build server is down;</li>
<li>read the monthly bill and know what is normal.</li>
</ol>
<p>Then she did each of them, once, for real, and wrote the page while doing it. Wherever she stopped, the page was missing a sentence. Wherever I wanted to say "oh, and you also have to", we had found something that no document would ever have contained.</p>
<p>My last commit removed my name from the list of people who are woken up. She approved it. Nobody has called.</p>`,
    positive_reactions_count: 172,
  },
];
