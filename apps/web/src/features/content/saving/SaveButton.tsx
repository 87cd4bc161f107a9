import { screens } from "@cairn/contract";
import { QueryClientContext, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, CloudUpload } from "lucide-react";
import { useContext } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useUnsent, waitingText } from "../../../lib/outbox/unsent.ts";
import { useLoginState } from "../../../lib/session/return-place.ts";
import { useIsSignedIn } from "../../../lib/session/useSession.tsx";
import { useSend } from "../../../lib/useSend.ts";
import { ButtonLink, IconButton } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { aboutSave, changeSaved, savedIdsQuery } from "./saved.queries.ts";

interface SaveButtonProps {
  id: number;
  title: string;
  className?: string | undefined;
}

/**
 * Saves an item for later; for visitors a link to the login screen. Its space is reserved where it stands. Not on `/`,
 * which asks the server for nothing.
 */
export function SaveButton(props: SaveButtonProps) {
  const asksServer = useContext(QueryClientContext) !== undefined;
  const isSignedIn = useIsSignedIn();
  if (!isSignedIn) return <SaveLink {...props} />;
  return asksServer ? <Toggle {...props} /> : null;
}

function Toggle({ id, title, className }: SaveButtonProps) {
  const cache = useQueryClient();
  const { data: ids } = useQuery(savedIdsQuery);
  const { send } = useSend(tell);
  const unsent = useUnsent(aboutSave(id)).findLast(({ state }) => state !== "refused");
  const isSaved = unsent ? unsent.method === "PUT" : (ids?.includes(id) ?? false);
  return (
    <IconButton
      className={className}
      kind="ghost"
      size="sm"
      label={unsent ? `Save for later: ${title}. ${waitingText}` : `Save for later: ${title}`}
      aria-pressed={isSaved}
      disabled={ids === undefined}
      icon={unsent ? <CloudUpload size={16} /> : <Bookmark size={16} />}
      onClick={() => void send(() => changeSaved(cache, { id, title }, !isSaved))}
    />
  );
}

function SaveLink({ title, className }: SaveButtonProps) {
  const state = useLoginState({ reason: "Log in to save this post." });
  return (
    <ButtonLink
      className={className}
      kind="ghost"
      size="sm"
      to={screens.login}
      state={state}
      aria-label={`Log in to save for later: ${title}`}
    >
      <Bookmark size={16} />
    </ButtonLink>
  );
}

function tell(error: unknown) {
  // An ended session leads to the login screen, which says so.
  if (error instanceof ApiError && error.status === 401) return;
  const reason = error instanceof Error ? ` ${error.message}` : "";
  toast(`This could not be saved.${reason}`, { kind: "error" });
}
