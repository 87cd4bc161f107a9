import type { LedgerPage } from "@cairn/contract";
import { Copy } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast-store.ts";

/** The end of the chain, to be noted by whoever wants to compare later. */
export function LedgerHead({ head }: { head: NonNullable<LedgerPage["head"]> }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(head.hash);
      toast("Hash copied");
    } catch {
      // Refused, or not a secure page: it stands there to be copied by hand.
      toast("The hash could not be copied. Select it to copy it by hand.", { kind: "error" });
    }
  }
  return (
    <div className="ledger-head">
      <p>
        The newest row is <b>{head.seq}</b>, and its hash
      </p>
      <code>{head.hash}</code>
      <Button size="sm" onClick={() => void copy()}>
        <Copy size={16} />
        Copy the hash
      </Button>
    </div>
  );
}
