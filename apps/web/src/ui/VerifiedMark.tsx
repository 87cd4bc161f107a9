import type { Standing } from "@cairn/contract";
import { Stones } from "../art/Logo.tsx";
import * as css from "./verified-mark.module.css";

interface VerifiedMarkProps {
  /** `dot`: the stones alone, in rows and tables. `quiet`: in cards. `pill`: where there is room. */
  form: "dot" | "quiet" | "pill";
  /** Null or undefined: verified. */
  standing?: Standing | null;
}

const looks = {
  verified: { word: "Verified", count: 3 },
  due: { word: "Due", count: 2 },
  outdated: { word: "Outdated", count: 1 },
  superseded: { word: "Superseded", count: 1 },
} as const satisfies Record<Standing, unknown>;

/** A standing in a word, and with how many stones it is drawn (docs/rules.md#standing). */
export const lookOf = (standing: Standing | null | undefined) => looks[standing ?? "verified"];

/** How to name an approval's term, which may end after the post is outdated or superseded. */
export const termNameOf = (standing: Standing | null | undefined) =>
  standing === "outdated" || standing === "superseded" ? "Approved until" : "Good until";

/**
 * Only for Cairn's own items with an approving ledger row (docs/rules.md#verified-mark). What is not verified shows nothing at
 * all; what was, and is due, outdated or superseded, says so in the same place (docs/rules.md#standing).
 */
export function VerifiedMark({ form, standing }: VerifiedMarkProps) {
  const { word, count } = lookOf(standing);
  if (form === "dot") {
    return (
      <span className={css.dot} role="img" aria-label={word} data-standing={standing}>
        <Stones size={12} count={count} />
      </span>
    );
  }
  const isQuiet = form === "quiet";
  const stones = <Stones size={isQuiet ? 11 : 13} count={count} />;
  return (
    <span className={isQuiet ? css.quiet : css.pill} data-standing={standing}>
      {isQuiet ? <span className={css.dot}>{stones}</span> : stones}
      {word}
    </span>
  );
}
