import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { AdminContent } from "../admin-model.ts";

interface ContentDetailsProps {
  content: AdminContent;
  onClose: () => void;
}

/** What a decision is about: the table has room for its title alone. */
export function ContentDetails({ content, onClose }: ContentDetailsProps) {
  const { title, description, category, author, type, status, fileName, reason, stats } = content;
  const facts: [name: string, value: string | number | null][] = [
    ["Type", type],
    ["Author", author],
    ["Category", category],
    ["Status", status],
    ["Reason", reason],
    ["File", fileName],
    ["Likes", stats.likes],
    ["Shares", stats.shares],
    ["Comments", stats.comments],
  ];
  return (
    <Dialog open onClose={onClose} title={title} actions={<Button onClick={onClose}>Close</Button>}>
      <p>{description}</p>
      <dl className="content-facts">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Dialog>
  );
}
