import { Share2 } from "lucide-react";
import { IconButton } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast-store.ts";

/** Phones have a sheet of their own for this; elsewhere the link is copied. */
export function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = window.location.origin + window.location.pathname;
    const isTouched = window.matchMedia("(pointer: coarse)").matches;
    if (isTouched && typeof navigator.share === "function") return sendTo({ title, url });
    try {
      await navigator.clipboard.writeText(url);
      toast("Link copied");
    } catch {
      // Refused, or not a secure page: the reader can still do it by hand.
      toast("The link could not be copied. It stands in the address bar.", { kind: "error" });
    }
  }
  return (
    <IconButton
      kind="ghost"
      size="sm"
      label="Share this page"
      icon={<Share2 size={16} />}
      onClick={() => void share()}
    />
  );
}

async function sendTo(what: ShareData) {
  try {
    await navigator.share(what);
  } catch {
    // Closing the sheet counts as a failure too, and both leave the page as it was.
  }
}
