import { limits, oneForm } from "@cairn/contract";
import type { Mentioned } from "./comments.repository.ts";

/** Further names are not looked up, so that no comment notifies a crowd. */
const mentionCount = 10;
/** Words of the longest name that is looked up. */
const nameWords = 6;

interface Candidate {
  readonly name: string;
  /** Written after the name as `#12`, where several members have it. */
  readonly id: number | null;
}

/**
 * For each `@` that begins a word, the candidate names after it, longest first: one to six words of the line, without
 * the punctuation that follows (docs/rules.md#conversations).
 */
function mentionsIn(text: string): Candidate[][] {
  return [...text.matchAll(/(?<![\p{L}\p{N}_@./])@(?=[^\s@])([^\n@]{1,150})/gu)]
    .slice(0, mentionCount)
    .map(([, after = ""]) => candidatesOf(after));
}

function candidatesOf(after: string): Candidate[] {
  const words = after.split(" ").slice(0, nameWords);
  return words
    .flatMap((_, index) => {
      const whole = words.slice(0, index + 1).join(" ");
      return [...new Set([whole, whole.replace(/(?:['’]s)?\p{P}*$/u, "")])].map(candidateOf);
    })
    .filter(({ name }) => name.length > 0 && name.length <= limits.nameLength)
    .reverse();
}

function candidateOf(written: string): Candidate {
  const [, name = written, id] = /^(.+)#(\d{1,15})\p{P}*$/u.exec(written) ?? [];
  return { name, id: id === undefined ? null : Number(id) };
}

interface Named extends Mentioned {
  /** The place among the names that were looked up. */
  readonly at: number;
}

/**
 * The members that a text mentions, each once. A name shared by several members mentions none of them, unless the
 * number after it tells which.
 */
export async function findMentions(
  text: string,
  membersNamed: (names: string[]) => Promise<Named[]>,
): Promise<Mentioned[]> {
  // As names are stored (docs/rules.md#invisible-text).
  const mentions = mentionsIn(oneForm(text));
  const candidates = mentions.flat();
  if (candidates.length === 0) return [];
  const found = await membersNamed(candidates.map(({ name }) => name));
  const namedBy = new Map(
    candidates.map((candidate, index) => {
      const having = found.filter(({ at, id }) => at === index && (candidate.id ?? id) === id);
      return [candidate, having.length === 1 ? having[0] : undefined] as const;
    }),
  );
  const chosen = mentions.flatMap(
    (choices) => choices.map((choice) => namedBy.get(choice)).find(Boolean) ?? [],
  );
  return [...new Map(chosen.map(({ id, name, hasPage }) => [id, { id, name, hasPage }])).values()].sort(
    (a, b) => a.id - b.id,
  );
}
