import type { RevisionText } from "@cairn/contract";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import * as kit from "../../../ui/kit.module.css";
import type { AdminContent } from "../admin-model.ts";

interface ContentFactsProps {
  content: AdminContent;
  /** The one that is shown. */
  revision?: RevisionText;
}

export function ContentFacts({ content, revision }: ContentFactsProps) {
  const { category, author, type, status, fileName, reason, stats } = content;
  const facts: [name: string, value: string | number | null][] = [
    ["Type", type],
    ["Author", author],
    ["Category", category],
    ["Summary", revision?.summary || null],
    ["Applies to", revision?.applies_to.join(", ") || null],
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
