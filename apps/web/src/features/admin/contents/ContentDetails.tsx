import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { AdminContent } from "../admin-model.ts";
import { ContentFacts } from "./ContentFacts.tsx";

interface ContentDetailsProps {
  content: AdminContent;
  onClose: () => void;
}

/** What a decision is about: the table has room for its title alone. */
export function ContentDetails({ content, onClose }: ContentDetailsProps) {
  return (
    <Dialog open onClose={onClose} title={content.title} actions={<Button onClick={onClose}>Close</Button>}>
      <p>{content.description}</p>
      <ContentFacts content={content} />
    </Dialog>
  );
}
