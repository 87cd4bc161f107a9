import { Fact, Facts } from "../../../ui/Facts.tsx";
import * as kit from "../../../ui/kit.module.css";
import type { AdminContent } from "../admin-model.ts";

interface ContentFactsProps {
  content: AdminContent;
  /** Of the revision that is shown; empty if it applies to nothing in particular. */
  appliesTo?: string;
  /** Likewise; empty: none. */
  summary?: string;
}

export function ContentFacts({ content, appliesTo = "", summary = "" }: ContentFactsProps) {
  const { category, author, type, status, fileName, reason, stats } = content;
  const facts: [name: string, value: string | number | null][] = [
    ["Type", type],
    ["Author", author],
    ["Category", category],
    ["Summary", summary || null],
    ["Applies to", appliesTo || null],
    ["Status", status],
    ["Reason", reason],
    ["File", fileName],
    ["Likes", stats.likes],
    ["Shares", stats.shares],
    ["Comments", stats.comments],
  ];
  return (
    <Facts above={4} className={kit.num}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <Fact name={name} key={name}>
              {value}
            </Fact>
          ),
      )}
    </Facts>
  );
}
