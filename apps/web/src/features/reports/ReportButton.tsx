import { Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../ui/Button.tsx";

// Few ever need it.
const ReportDialog = lazy(async () => ({ default: (await import("./ReportDialog.tsx")).ReportDialog }));

interface ReportButtonProps {
  contentId: number;
  title: string;
}

/** A member's way to tell the admins that something is wrong with what is published. */
export function ReportButton({ contentId, title }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        kind="ghost"
        size="sm"
        label="Report this post"
        icon={<Flag size={16} />}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ReportDialog contentId={contentId} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
