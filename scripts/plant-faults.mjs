import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup/paths.mjs";
import { runNode, stopWithChildren } from "./setup/run.mjs";

// node scripts/plant-faults.mjs [part of a fault's words ...]: changes one thing in the product, expects the tests
// that should notice to fail, and puts it back; for each of the faults below. By hand, after tests were moved or deleted:
// what no test notices any more needs one (docs/testing.md). It wants a clean work tree, because it writes into it.

/**
 * @typedef {object} Fault
 * @property {string} fault what a member would suffer
 * @property {string} file
 * @property {string} was occurs once in the file
 * @property {string} becomes
 * @property {string} noticedBy a project of Vitest (server, web or proofs) and parts of file names
 */

const server = "apps/server/src";
const web = "apps/web/src";
const contract = "packages/contract/src";

/** @type {Fault[]} */
const faults = [
  {
    fault: "an admin decides about their own item",
    file: `${server}/modules/reviews/reviews.policy.ts`,
    was: "adminId !== item.authorId",
    becomes: "adminId !== item.authorId || true",
    noticedBy: "server modules/reviews",
  },
  {
    fault: "a removed item is approved after all",
    file: `${server}/modules/reviews/reviews.policy.ts`,
    was: `status !== "Draft" && status !== "Removed"`,
    becomes: `status !== "Draft"`,
    noticedBy: "server modules/reviews/reviews.policy",
  },
  {
    fault: "an admin approves a revision that has moved on",
    file: `${server}/modules/reviews/reviews.service.ts`,
    was: `ensure(approvable(item) === revision, "decision_stale");`,
    becomes: `ensure(approvable(item) !== null, "decision_stale");`,
    noticedBy: "server modules/reviews/reviews.routes",
  },
  {
    fault: "strangers read unpublished items",
    file: `${server}/modules/content/content.policy.ts`,
    was: "viewer !== null && (viewer.userId === authorId || viewer.verifiedAdmin)",
    becomes: "viewer !== null",
    noticedBy: "server proofs/authority",
  },
  {
    fault: "members delete others' comments",
    file: `${server}/modules/comments/comments.policy.ts`,
    was: "viewer?.verifiedAdmin === true",
    becomes: "viewer !== null",
    noticedBy: "server proofs/authority",
  },
  {
    fault: "the role of an admin suffices, without the grant",
    file: `${server}/modules/users/users.policy.ts`,
    was: `user.role === "Admin" && user.verifiedAt !== null && user.active`,
    becomes: `user.role === "Admin" && user.active`,
    noticedBy: "server proofs/authority",
  },
  {
    fault: "a grant survives a new email",
    file: `${server}/modules/admin/accounts.policy.ts`,
    was: "if (hasNewEmail(account, change)) return null;",
    becomes: "",
    noticedBy: "server modules/admin/accounts",
  },
  {
    fault: "a sign-in by a provider joins an account whose mailbox nobody has proven",
    file: `${server}/modules/social-login/social-login.policy.ts`,
    was: `account.emailConfirmedAt === null ? "claim" : "join"`,
    becomes: `account.emailConfirmedAt === null ? "join" : "join"`,
    noticedBy: "server modules/social-login",
  },
  {
    fault: "an item says verified after its date",
    file: `${server}/modules/standing/standing.policy.ts`,
    was: "due && due <= now ? ageReason",
    becomes: "due && due <= now && goodUntil > now ? ageReason",
    noticedBy: "server modules/standing",
  },
  {
    fault: "a link is dead after two days",
    file: `${server}/modules/links/links.policy.ts`,
    was: "const deadAfter = 3;",
    becomes: "const deadAfter = 2;",
    noticedBy: "server modules/links",
  },
  {
    fault: "who decided about hidden work is told to everybody",
    file: `${server}/modules/ledger/ledger.policy.ts`,
    was: "publishedRevisionId !== null && (ofPublicWork",
    becomes: "(ofPublicWork",
    noticedBy: "server modules/ledger",
  },
  {
    fault: "a post whose code was not run is approved without a word",
    file: `${server}/modules/code-checks/code-checks.policy.ts`,
    was: `outcome === "passed"`,
    becomes: `outcome !== "failed"`,
    noticedBy: "server modules/code-checks",
  },
  {
    fault: "a leaf of the log leaves out the decision's time",
    file: `${server}/modules/ledger/ledger-hash.ts`,
    was: "    time: entry.decidedAt.toISOString(),\n",
    becomes: "",
    noticedBy: "server modules/ledger/ledger.routes",
  },
  {
    fault: "SQL: who takes a like back takes everybody's",
    file: `${server}/modules/likes/likes.repository.ts`,
    was: "delete(likes).where(and(eq(likes.contentId, contentId), eq(likes.userId, userId)));",
    becomes: "delete(likes).where(eq(likes.contentId, contentId));",
    noticedBy: "server modules/likes",
  },
  {
    fault: "SQL: deactivated accounts have unread counts",
    file: `${server}/modules/notifications/notifications.repository.ts`,
    was: " and users.active`",
    becomes: "`",
    noticedBy: "server modules/notifications modules/auth proofs/authority",
  },
  {
    fault: "SQL: who caused an event counts it as unread",
    file: `${server}/modules/notifications/notifications.repository.ts`,
    was: "(sql`read_position`)}) filter (where is_open), 0) as unread,",
    becomes: "(sql`newest`)}) filter (where is_open), 0) as unread,",
    noticedBy: "server modules/notifications",
  },
  {
    fault: "an external name leads to a private address",
    file: `${server}/lib/public-lookup.ts`,
    was: `if (address.range() !== "unicast") return false;`,
    becomes: "",
    noticedBy: "server lib/public-lookup",
  },
  {
    fault: "an email in capitals makes a second account",
    file: `${server}/lib/email.ts`,
    was: "ascii.toLowerCase()",
    becomes: "ascii",
    noticedBy: "server modules/auth/auth.routes",
  },
  {
    fault: "contract: a comment may have any length",
    file: `${contract}/limits.ts`,
    was: "commentLength: 4_000,",
    becomes: "commentLength: 40_000,",
    noticedBy: "server proofs/openapi modules/comments",
  },
  {
    fault: "contract: a reset code takes twice as many tries",
    file: `${contract}/limits.ts`,
    was: "resetCodeTries: 5,",
    becomes: "resetCodeTries: 10,",
    noticedBy: "server modules/auth/reset.routes",
  },
  {
    fault: "screen: a comment that a refetch brought is shown twice",
    file: `${web}/features/comments/comment-list.ts`,
    was: "  if (holds(list, comment.id)) return list;\n  const [newest]",
    becomes: "  const [newest]",
    noticedBy: "web features/comments",
  },
  {
    fault: "screen: a date is a day off east of Greenwich",
    file: `${web}/lib/time/dates.ts`,
    was: "date.getTime() - date.getTimezoneOffset() * 60_000",
    becomes: "date.getTime() + date.getTimezoneOffset() * 60_000",
    noticedBy: "web lib/time",
  },
  {
    fault: "screen: old times show no date",
    file: `${web}/lib/time/TimeAgo.tsx`,
    was: ">= 2 * day",
    becomes: ">= 200 * day",
    noticedBy: "web lib/time",
  },
  {
    fault: "screen: a proof that leads nowhere is believed",
    file: "packages/tlog/src/merkle.ts",
    was: "return at.last === 0 && areEqual(hash, tree.root);",
    becomes: "return at.last === 0;",
    noticedBy: "web pages/post/log-check",
  },
  {
    fault: "screen: a lost session leaves its member on a dead screen",
    file: `${web}/lib/session/exits.ts`,
    was: "sessionLost: () => connected?.sessionLost(),",
    becomes: "sessionLost: () => {},",
    noticedBy: "web lib/session app/App",
  },
  {
    fault: "a restore takes a backup with a changed row",
    file: `${server}/backup/read-backup.ts`,
    was: "if (hash !== sha256 || loaded !== rows)",
    becomes: "if (loaded !== rows)",
    noticedBy: "proofs backup/damage",
  },
];

const wanted = process.argv.slice(2);
const { output: changes } = await runNode([
  "-e",
  "process.stdout.write(require('child_process').execSync('git status --porcelain'))",
]);
if (changes) throw new Error("Commit first: the faults are written into the work tree.");

/** What has to be put back if this process is stopped. @type {(() => void) | null} */
let restore = null;
process.once("exit", () => restore?.());
stopWithChildren({ patience: 20 });

const missed = [];
for (const { fault, file, was, becomes, noticedBy } of faults) {
  if (wanted.length > 0 && !wanted.some((words) => fault.includes(words))) continue;
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  if (text.split(was).length !== 2) throw new Error(`${file} does not have once: ${was}`);
  restore = () => writeFileSync(path, text);
  writeFileSync(
    path,
    text.replace(was, () => becomes),
  );
  const [project, ...words] = noticedBy.split(" ");
  const { ok, output } = await runNode(
    ["node_modules/vitest/vitest.mjs", "run", `--project=${project}*`, ...words],
    { env: { ...process.env, NO_COLOR: "1" } },
  );
  restore();
  restore = null;
  // A run that ends badly for another reason, or finds no file, has noticed nothing.
  if (!ok && !/Tests .*\d+ failed/.test(output))
    throw new Error(`No test failed, and the run did:\n${output}`);
  console.log(`${ok ? "NOT NOTICED" : "noticed"}: ${fault}`);
  if (ok) missed.push(fault);
}
console.log(`${faults.length} faults, ${missed.length} not noticed`);
process.exitCode = missed.length > 0 ? 1 : 0;
