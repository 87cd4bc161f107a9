import { AppError } from "../lib/app-error.ts";
import type { Verification } from "../modules/ledger/ledger-verifier.ts";
import type { OperatorService } from "../modules/operator/operator.service.ts";
import { help, Misuse, parseCommand } from "./command.ts";

/** What a command has to say, and the exit status that says how it went. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly status: 0 | 1 | 2;
}

/** Never throws for what the operator can mend: that is told in words. */
export async function runCommand(argv: readonly string[], operator: OperatorService): Promise<Outcome> {
  try {
    return await run(argv, operator);
  } catch (error) {
    if (error instanceof Misuse) return misused(error);
    if (error instanceof AppError) return { lines: [error.message], status: 1 };
    throw error;
  }
}

export const misused = ({ message }: Misuse): Outcome => ({ lines: [`${message}.`, "", help], status: 2 });

async function run(argv: readonly string[], operator: OperatorService): Promise<Outcome> {
  const command = parseCommand(argv);
  switch (command.name) {
    case "help":
      return done(help);
    case "create": {
      const link = await operator.create(command);
      return done(`${command.email} has an account of the role ${command.role}.`, ...linkLines(link));
    }
    case "verify": {
      const isNew = await operator.verify(command.email);
      return done(`${command.email} ${isNew ? "is a verified admin now" : "was a verified admin already"}.`);
    }
    case "reset-password":
      return done(...linkLines(await operator.resetPassword(command.email)));
    case "list":
      return done(...listLines(await operator.list(command.role), command.role));
    case "ledger verify":
      return ledgerOutcome(await operator.verifyLedger());
  }
}

const done = (...lines: string[]): Outcome => ({ lines, status: 0 });

const linkLines = (link: string): string[] => [
  "This link sets the password. It works once, for seven days; whoever has it has the account:",
  `  ${link}`,
];

function listLines(accounts: Awaited<ReturnType<OperatorService["list"]>>, role: string): string[] {
  if (accounts.length === 0) return [`There is no account of the role ${role}.`];
  const width = Math.max(...accounts.map(({ email }) => email.length));
  return accounts.map(({ email, name, active, verifiedAt, emailConfirmedAt }) => {
    const marks = [
      ...(role === "Admin" ? [verifiedAt ? "verified" : "not verified"] : []),
      ...(active ? [] : ["deactivated"]),
      ...(emailConfirmedAt ? [] : ["e-mail not confirmed"]),
    ];
    return `${email.padEnd(width)}  ${printable(name)}${marks.length > 0 ? `  (${marks.join(", ")})` : ""}`;
  });
}

/** Names are the members' own: no control character of theirs reaches the operator's terminal. */
const printable = (text: string) => text.replace(/\p{C}/gu, "?");

export function ledgerOutcome({ rows, files, erased, head, flaw }: Verification): Outcome {
  if (flaw) {
    const where = flaw.seq === null ? `Item ${flaw.contentId}` : `Row ${flaw.seq} (item ${flaw.contentId})`;
    return { lines: [`${where} does not fit: ${flaw.problem}.`], status: 1 };
  }
  const erasedNote = erased > 0 ? ` ${erased} files were taken back by their authors before a decision.` : "";
  return done(
    `The ledger fits: ${rows} rows, ${files} files read.${erasedNote}`,
    ...(head ? [`Head: row ${head.seq}, ${head.hash}`] : []),
  );
}
