import { limits, messages } from "@cairn/contract";
import type { ApiError } from "../../lib/api/api-error.ts";

export type PasswordProblems = Partial<Record<"password" | "confirmation", string>>;

/**
 * Checks docs/rules.md#d40 as the server does, except for its list of common passwords, which is too long for a page.
 */
export function passwordProblems(password: string, confirmation: string): PasswordProblems {
  return definedOnly({
    password: lengthProblem(password),
    confirmation: confirmationProblem(password, confirmation),
  });
}

function lengthProblem(password: string) {
  const { length } = [...password];
  if (length === 0) return "Please choose a password.";
  if (length < limits.passwordMinLength) return `Use ${limits.passwordMinLength} or more characters.`;
  return length > limits.passwordMaxLength
    ? `Use at most ${limits.passwordMaxLength} characters.`
    : undefined;
}

function confirmationProblem(password: string, confirmation: string) {
  if (confirmation === "") return "Please confirm your password.";
  return confirmation === password ? undefined : messages.passwordsDiffer;
}

/** The server's messages about the two fields, under the names used here. */
export function serverProblems({ code, details, message }: ApiError): PasswordProblems {
  if (code === "passwords_differ") return { confirmation: message };
  const problemOf = (name: string) => details.find(({ field }) => field === name)?.problem;
  return definedOnly({
    password: problemOf("new_password"),
    confirmation: problemOf("confirm_password"),
  });
}

const definedOnly = (problems: PasswordProblems): PasswordProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
