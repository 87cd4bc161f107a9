import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { toast } from "../../ui/toast-store.ts";
import { GalleryRow, GallerySection } from "./GallerySection.tsx";
import * as css from "./gallery.module.css";

export function GalleryOverlays() {
  const [open, setOpen] = useState<"confirm" | "wide">();
  const close = () => setOpen(undefined);
  return (
    <GallerySection title="Dialogs and toasts">
      <GalleryRow>
        <Button onClick={() => setOpen("confirm")}>Ask to confirm</Button>
        <Button onClick={() => setOpen("wide")}>Open something wide</Button>
      </GalleryRow>
      <GalleryRow>
        <Button onClick={() => toast("Content submitted for approval!")}>Done</Button>
        <Button onClick={() => toast("Failed to submit content.", { kind: "error" })}>Failed</Button>
        <Button
          onClick={() =>
            toast("Saved on this device.", {
              action: { label: "Send to reviewers", onAction: () => toast("Sent.") },
            })
          }
        >
          With an action
        </Button>
      </GalleryRow>
      <Dialog
        open={open === "confirm"}
        onClose={close}
        title="Are you sure?"
        actions={
          <>
            <Button kind="ghost" onClick={close}>
              Cancel
            </Button>
            <Button kind="danger" onClick={close}>
              Yes, delete it!
            </Button>
          </>
        }
      >
        <p>You are about to delete "Hashing passwords in ten minutes". This action cannot be undone.</p>
      </Dialog>
      <Dialog open={open === "wide"} onClose={close} size="wide" title="Zero-downtime deploys">
        <MediaBox className={css.media} title="Zero-downtime deploys" glyph="play" />
      </Dialog>
    </GallerySection>
  );
}
