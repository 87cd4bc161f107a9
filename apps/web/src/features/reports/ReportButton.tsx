import { Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../ui/Button.tsx";

// Lazy: few users ever need it.
const ReportDialog = lazy(async () => ({ default: (await import("./ReportDialog.tsx")).ReportDialog }));

interface ReportButtonProps {
  contentId: number;
  title: string;
  className?: string;
}

/** Lets a member report a published item to the admins. */
export function ReportButton({ contentId, title, className }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className={className}
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
