import { rightToLeft } from "./languages.ts";

const right = rightToLeft.source.slice(1, -1);

/** A part of a text; `isName`: it has to be shown from left to right, apart from the text around it. */
export interface DirectionRun {
  readonly text: string;
  readonly isName: boolean;
}

/** Words of other scripts, with the spaces between them; in these the name, without the signs of the sentence around it. */
const others = new RegExp(`[^\\s${right}]+(?: [^\\s${right}]+)*`, "g");
const inner = /[\p{L}\p{N}.#@$_/<([{].*[^\s.,:;!?…"'»”’-]/u;
const [open, close] = [/[([{]/g, /[)\]}]/g];

/**
 * Splits a text that has letters from right to left: names such as C++, range() or .NET, whose signs a browser would move
 * to their other side. The parts joined are the text.
 */
export function directionRuns(text: string): DirectionRun[] {
  const runs: DirectionRun[] = [];
  let from = 0;
  for (const { index, 0: words } of rightToLeft.test(text) ? text.matchAll(others) : []) {
    const found = inner.exec(words);
    let name = found?.[0] ?? "";
    let start = index + (found?.index ?? 0);
    const more = (name.match(open)?.length ?? 0) - (name.match(close)?.length ?? 0);
    if (more > 0 && name.search(open) === 0) {
      name = name.slice(1);
      start += 1;
    }
    if (more < 0 && name.search(/[)\]}]$/) >= 0) name = name.slice(0, -1);
    if (!/\p{L}/u.test(name) || /^[\p{L}\p{N}].*[\p{L}\p{N}]$/u.test(name)) continue;
    runs.push({ text: text.slice(from, start), isName: false }, { text: name, isName: true });
    from = start + name.length;
  }
  return [...runs, { text: text.slice(from), isName: false }].filter((run) => run.text !== "");
}

/** For texts without markup, such as mails: Unicode's own marks around each name. */
export const withIsolatedNames = (text: string): string =>
  directionRuns(text)
    .map((run) => (run.isName ? `\u2066${run.text}\u2069` : run.text))
    .join("");
