/** Letters that are written from right to left. */
export const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A part of a text; `isName`: it has to be shown from left to right, apart from the text around it. */
export interface DirectionRun {
  readonly text: string;
  readonly isName: boolean;
}

/** Words of other letters, with the spaces between them. */
const words = new RegExp(
  String.raw`[^\s${rightToLeft.source.slice(1, -1)}]+(?: [^\s${rightToLeft.source.slice(1, -1)}]+)*`,
  "gu",
);

/**
 * Splits a text that has letters from right to left: names such as C++, range() or .NET, whose signs a browser would move
 * to their other side. The parts joined are the text.
 */
export function directionRuns(text: string): DirectionRun[] {
  if (!rightToLeft.test(text)) return [{ text, isName: false }];
  const runs: DirectionRun[] = [];
  let from = 0;
  for (const match of text.matchAll(words)) {
    const [start, end] = nameIn(match[0]);
    const name = match[0].slice(start, end);
    if (!/\p{L}/u.test(name) || /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/u.test(name)) continue;
    if (match.index + start > from) runs.push({ text: text.slice(from, match.index + start), isName: false });
    runs.push({ text: name, isName: true });
    from = match.index + end;
  }
  if (from < text.length) runs.push({ text: text.slice(from), isName: false });
  return runs;
}

/** Where the name begins and ends: signs of the sentence around it are no part of it. */
function nameIn(run: string): [start: number, end: number] {
  let start = run.search(/[\p{L}\p{N}.#@$_/<({[]/u);
  if (start === -1) return [0, 0];
  let end = run.length - (/[.,:;!?…،؛؟"'»”’-]+$/u.exec(run)?.[0].length ?? 0);
  const count = (signs: RegExp) => [...run.slice(start, end).matchAll(signs)].length;
  if (/[([{]/.test(run[start] ?? "") && count(/[([{]/g) > count(/[)\]}]/g)) start += 1;
  if (/[)\]}]/.test(run[end - 1] ?? "") && count(/[)\]}]/g) > count(/[([{]/g)) end -= 1;
  return [start, Math.max(start, end)];
}

/** For texts without markup, such as mails: Unicode's own marks around each name. */
export const withIsolatedNames = (text: string): string =>
  directionRuns(text)
    .map((run) => (run.isName ? `\u2066${run.text}\u2069` : run.text))
    .join("");
