import type { ImportResult } from "@cairn/contract";
import { AppError } from "../lib/app-error.ts";
import { formatDay } from "../lib/format-day.ts";
import { isMachineFault, wordsForFault } from "../lib/machine-fault.ts";
import { version } from "../lib/version.ts";
import { newLogKey } from "../modules/ledger/log/log-keys.ts";
import type { LinkTally } from "../modules/links/links.service.ts";
import type { SignInCheck } from "../modules/social-login/providers.ts";
import type { Audit } from "../verification/audit/audit-log.ts";
import type { KnownHead } from "../verification/ledger/known-heads.ts";
import { inWords, type Verification } from "../verification/ledger/ledger-verifier.ts";
import type { CheckedPart } from "../verification/site/site-check.ts";
import { help, Misuse, type NotedHead, parseCommand } from "./command.ts";
import type { EndedDemo, OperatorService } from "./operator.service.ts";

/** A command's output and its exit status. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly status: 0 | 1 | 2;
}

/** Never throws for a problem that the operator can fix: the output describes it. */
export async function runCommand(argv: readonly string[], operator: OperatorService): Promise<Outcome> {
  try {
    return await run(argv, operator);
  } catch (error) {
    if (error instanceof Misuse) return misused(error);
    if (error instanceof AppError) return { lines: [error.message], status: 1 };
    if (isMachineFault(error)) return { lines: [wordsForFault(error)], status: 1 };
    throw error;
  }
}

export const misused = ({ message }: Misuse): Outcome => ({ lines: [`${message}.`, "", help], status: 2 });

async function run(argv: readonly string[], operator: OperatorService): Promise<Outcome> {
  const command = parseCommand(argv);
  switch (command.name) {
    case "help":
      return done(help);
    case "version":
      return done(`Cairn ${version}`);
    case "create": {
      const link = await operator.create(command);
      return done(
        `Created an account for ${command.email} with the role ${command.role}.`,
        ...linkLines(link),
      );
    }
    case "verify": {
      const isNew = await operator.verify(command.email);
      return done(`${command.email} ${isNew ? "is now a verified admin" : "was already a verified admin"}.`);
    }
    case "reset-password":
      return done(...linkLines(await operator.resetPassword(command.email)));
    case "erase":
      return done(erasedLine(command.email, await operator.erase(command.email, command)));
    case "list":
      return done(...listLines(await operator.list(command.role), command.role));
    case "end-demo":
      return done(...endedLines(await operator.endDemo()));
    case "check":
      return checkOutcome(await operator.check());
    case "links run":
      return done(linksLine(await operator.runLinks()));
    case "sign-in check":
      return signInOutcome(await operator.checkSignIn(command.key));
    case "mail retry":
      return done(retryLine(await operator.retryMail(command.email ?? null)));
    case "import":
      return importOutcome(
        await operator.importFolder(command.folder, command.author, command.send),
        command.send,
      );
    case "log fork":
      return done(
        `The log continues as ${await operator.forkLog(command.reason)}. Its first row names the old log and where it ended.`,
      );
    case "log new-key":
      return done(newLogKey());
    case "log audit":
      throw new Error("the audit reads the site from outside");
    case "ledger verify":
      return ledgerOutcome(await operator.verifyLedger({ known: notedHeads(command) }));
  }
}

function importOutcome({ items, problems }: ImportResult, isSent: boolean): Outcome {
  const lines = problems.map(
    ({ file, line, problem }) =>
      `${printable(line === null ? file : `${file}:${line}`)}: ${printable(problem)}`,
  );
  const taken = `${items.length} ${items.length === 1 ? "post" : "posts"} imported`;
  const drafts = isSent ? items.filter(({ status }) => status === "Draft").length : 0;
  if (drafts > 0)
    lines.push(`${drafts} of them stayed drafts: no more posts of a member may wait (MEMBER_WAITING_POSTS).`);
  return { lines: [...lines, `${taken}, ${problems.length} problems.`], status: problems.length > 0 ? 1 : 0 };
}

const erasedLine = (email: string, erasedAt: Date | null): string =>
  erasedAt === null
    ? `Erased the account of ${email}.`
    : `The account of ${email} will be erased on ${formatDay(erasedAt)}. Its member is told, and can take that back until then.`;

const done = (...lines: string[]): Outcome => ({ lines, status: 0 });

const linkLines = (link: string): string[] => [
  "This link sets the password. It works once, for seven days. Anyone who has it can take the account:",
  `  ${link}`,
];

function linksLine({ alive, failing, dead, unknown }: LinkTally): string {
  const line = `${alive} alive, ${failing} failing, ${dead} dead`;
  return unknown === 0 ? `${line}.` : `${line}; ${unknown} gave no clear answer.`;
}

const signInOutcome = ({ returnUrl, problem }: SignInCheck): Outcome =>
  problem === null
    ? done("The provider answers as it should.", `The return address to register there: ${returnUrl}`)
    : { lines: [`The provider cannot sign anybody in: ${printable(problem)}.`], status: 1 };

const retryLine = ({ mails, addresses }: { mails: number; addresses: number }): string =>
  `${mails} ${mails === 1 ? "mail" : "mails"} will be sent within a minute; ${addresses} ${addresses === 1 ? "address that was refused gets" : "addresses that were refused get"} mail again.`;

function endedLines({ accounts, grants }: EndedDemo): string[] {
  const lines: string[] = [];
  if (accounts.length === 0) lines.push("No demo account still has the published password.");
  else
    lines.push(
      `Deactivated ${accounts.length} demo accounts and removed their passwords, sessions and admin rights:`,
    );
  lines.push(...accounts.map((email) => `  ${email}`));
  if (grants.length > 0) {
    lines.push(
      `${grants.length} accounts are no longer verified admins, because a demo account had verified them:`,
      ...grants.map((email) => `  ${email}`),
      "Verify those you know again: npm run admin -- verify EMAIL",
    );
  }
  return lines;
}

function listLines(accounts: Awaited<ReturnType<OperatorService["list"]>>, role: string): string[] {
  if (accounts.length === 0) return [`There is no account with the role ${role}.`];
  const width = Math.max(...accounts.map(({ email }) => email.length));
  return accounts.map(({ email, name, active, verifiedAt, emailConfirmedAt }) => {
    const marks = [
      ...(role === "Admin" ? [verifiedAt ? "verified" : "not verified"] : []),
      ...(active ? [] : ["deactivated"]),
      ...(emailConfirmedAt ? [] : ["email not confirmed"]),
    ];
    return `${email.padEnd(width)}  ${printable(name)}${marks.length > 0 ? `  (${marks.join(", ")})` : ""}`;
  });
}

/** Members choose their names: control characters in them must not reach the operator's terminal. */
const printable = (text: string) => text.replace(/\p{C}/gu, "?");

/** At most this many things of each part are named. */
const named = 5;

/** A line per part, and the first few things in it that do not match. */
function checkOutcome(parts: readonly CheckedPart[]): Outcome {
  const lines = parts.flatMap(({ name, read, misfits, notes = [] }) => {
    const rest = misfits.length - named;
    return [
      `${name}: ${misfits.length === 0 ? "no problems" : `${misfits.length} PROBLEM${misfits.length === 1 ? "" : "S"}`} (${read})`,
      ...misfits.slice(0, named).map((misfit) => `  ${printable(misfit)}`),
      ...(rest > 0 ? [`  and ${rest} more`] : []),
      ...notes.map((note) => `  ${printable(note)}`),
    ];
  });
  return { lines, status: parts.some(({ misfits }) => misfits.length > 0) ? 2 : 0 };
}

/** The row that the operator noted elsewhere, to compare with. */
export const notedHeads = ({ head }: { head?: NotedHead }): KnownHead[] =>
  head ? [{ ...head, contentId: null, origin: "the row that you noted" }] : [];

export function auditOutcome({ rows, items, flaw, folder }: Audit): Outcome {
  if (flaw !== null) {
    return {
      lines: [
        `The site does not match its log: ${printable(flaw)}.`,
        `Keep ${folder}: it holds the evidence.`,
      ],
      status: 1,
    };
  }
  return done(
    `The site matches its log: ${rows} rows, ${items} public items. The next audit continues from ${folder}.`,
  );
}

export function ledgerOutcome({ rows, files, erased, head, held, flaw }: Verification): Outcome {
  if (flaw) return { lines: [`The ledger is not correct: ${inWords(flaw)}.`], status: 1 };
  const erasedNote = erased > 0 ? ` Authors withdrew ${erased} files before a decision.` : "";
  return done(
    `The ledger is correct: ${rows} rows, ${files} files read.${erasedNote}`,
    ...(head ? [`Head: row ${head.seq}, ${head.hash}`] : []),
    ...held.map(({ seq, origin }) => `Row ${seq} is ${origin}.`),
  );
}
