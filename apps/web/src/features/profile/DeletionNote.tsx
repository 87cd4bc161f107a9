import { Suspense, useEffect, useRef, useState } from "react";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { Alert } from "../../ui/Alert.tsx";
import * as kit from "../../ui/kit.module.css";
import { Text } from "../../ui/Text.tsx";

// Lazy: few members ask for it.
const DeletionDialog = lazyNamed(() => import("./DeletionDialog.tsx"), "DeletionDialog");

/** A note that an admin reviews the request first, and the request button (docs/rules.md#deletion-of-an-account). */
export function DeletionNote({ canRequest }: { canRequest: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const sent = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // The button that opened the dialog is gone.
    if (isSent) sent.current?.focus();
  }, [isSent]);

  return (
    <>
      <Alert kind="info">
        <p>Please note that to delete your account will be checked with our admin</p>
        {canRequest && !isSent && (
          <Text as="button" type="button" above={1} className={kit.link} onClick={() => setOpen(true)}>
            Request deletion
          </Text>
        )}
        {isSent && (
          <p ref={sent} tabIndex={-1}>
            <b>Your request has reached our admins.</b>
          </p>
        )}
      </Alert>
      {isOpen && (
        <Suspense>
          <DeletionDialog
            onClose={() => setOpen(false)}
            onSent={() => {
              setOpen(false);
              setSent(true);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
