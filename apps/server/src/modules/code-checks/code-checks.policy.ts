import type { BlockCheck, Person, SeenOutcomes } from "@cairn/contract";
import { ensure, fieldError } from "../../lib/app-error.ts";
import type { CheckedBlock } from "../../lib/checked-blocks.ts";

/** What the reviewer's browser saw, with the newest decision that says it. */
export interface DecidedOutcomes {
  readonly outcomes: SeenOutcomes;
  readonly at: Date;
  readonly by: Person;
}

/** Blocks of a text as readers and browsers get them; `decided` is null until a reviewer has decided. */
export function toBlockChecks(
  blocks: readonly CheckedBlock[],
  decided: DecidedOutcomes | null,
): BlockCheck[] {
  const seen = new Map(decided?.outcomes.map(({ block, outcome }) => [block, outcome]));
  return blocks.map(({ block, language, code, mode, session, expected }) => {
    const outcome = seen.get(block);
    return {
      block,
      language,
      outcome: outcome ?? "unrun",
      ran_at: (outcome && decided?.at.toISOString()) ?? null,
      by: (outcome && decided?.by) ?? null,
      code,
      mode,
      ...(session !== null && { session }),
      ...(expected !== null && { expected }),
    };
  });
}

/**
 * What a decision says of a revision's code, for each marked block; null: which blocks are marked is not known. Without a
 * note all of them must have passed (docs/rules.md#no-code-on-the-server).
 * @throws AppError invalid_input, checks_failed
 */
export function outcomesOf(
  marked: readonly CheckedBlock[] | null,
  seen: SeenOutcomes,
  note: string | null,
): SeenOutcomes | null {
  if (marked === null) {
    ensure(note, "checks_failed");
    return null;
  }
  const sent = new Map<number, SeenOutcomes[number]["outcome"]>();
  const numbers = new Set(marked.map(({ block }) => block));
  for (const { block, outcome } of seen) {
    if (!numbers.has(block)) throw fieldError("checks", `name block ${block}, which does not say "check"`);
    if (sent.has(block)) throw fieldError("checks", `name block ${block} twice`);
    sent.set(block, outcome);
  }
  const outcomes = marked.map(({ block }) => ({ block, outcome: sent.get(block) ?? "unrun" }));
  ensure(note || outcomes.every(({ outcome }) => outcome === "passed"), "checks_failed");
  return outcomes;
}
