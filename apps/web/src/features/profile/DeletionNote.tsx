import type { OwnDeletionRequest } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { formatDay } from "../../lib/time/dates.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import * as kit from "../../ui/kit.module.css";
import { Text } from "../../ui/Text.tsx";
import { deletionQuery, useDeletionRequest } from "./deletion.queries.ts";

// Lazy: few members ask for it.
const DeletionDialog = lazyNamed(() => import("./DeletionDialog.tsx"), "DeletionDialog");

/**
 * A note that an admin reviews the request first, and the request button; later what became of it
 * (docs/rules.md#deletion-of-an-account).
 */
export function DeletionNote({ canRequest }: { canRequest: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const { data: request } = useQuery({ ...deletionQuery, enabled: canRequest });
  const known = request?.state ?? "none";
  const state = isSent && known !== "approved" ? "asked" : known;
  const isUndone = state === "asked" || state === "approved";
  const said = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // The button that opened the dialog is gone.
    if (isSent && isUndone) said.current?.focus();
  }, [isSent, isUndone]);

  return (
    <>
      <Alert kind={state === "approved" ? "warn" : "info"}>
        <p>Please note that to delete your account will be checked with our admin</p>
        {state === "refused" && (
          <p>
            <b>An admin did not approve your request:</b> <span dir="auto">{request?.refusal}</span>
          </p>
        )}
        {isUndone && (
          <p ref={said} tabIndex={-1}>
            <b>
              {request && state === "approved"
                ? approvedWords(request)
                : "Your request has reached our admins."}
            </b>
          </p>
        )}
        {isUndone ? (
          <TakeBack onDone={() => setSent(false)} />
        ) : (
          canRequest && (
            <Text as="button" type="button" above={1} className={kit.link} onClick={() => setOpen(true)}>
              Request deletion
            </Text>
          )
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

const approvedWords = ({ posts, erased_at }: OwnDeletionRequest): string => {
  const when = erased_at === null ? "soon" : `on ${formatDay(erased_at)}`;
  return posts === "withdraw"
    ? `Your account will be erased ${when}, with your posts and comments.`
    : `Your account will be erased ${when}. Your posts and comments stay, as “A former member”.`;
};

const failed = "Your request could not be taken back. Please try again.";

function TakeBack({ onDone }: { onDone: () => void }) {
  const { takeBack } = useDeletionRequest();
  const { send, isSending, failure } = useSend(serverMessageOr(failed));
  const end = () =>
    send(async () => {
      await takeBack();
      onDone();
    });
  return (
    <>
      <Text
        as="button"
        type="button"
        above={1}
        className={kit.link}
        disabled={isSending}
        onClick={() => void end()}
      >
        Take the request back
      </Text>
      {failure && <p role="alert">{failure}</p>}
    </>
  );
}
