import { screens } from "@cairn/contract";
import { QueryClientContext, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, CloudUpload } from "lucide-react";
import { useContext } from "react";
import { waitingText } from "../../../lib/outbox/unsent.ts";
import { useLoginState } from "../../../lib/session/return-place.ts";
import { useIsSignedIn } from "../../../lib/session/useSession.tsx";
import { ButtonLink, IconButton } from "../../../ui/Button.tsx";
import { useToggle } from "../../../ui/useToggle.ts";
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
  const { isOn, isWaiting, toggle } = useToggle({
    isOn: ids?.includes(id) ?? false,
    about: aboutSave(id),
    save: (wanted) => changeSaved(cache, { id, title }, wanted),
    failure: () => "This could not be saved.",
  });
  return (
    <IconButton
      className={className}
      kind="ghost"
      size="sm"
      label={isWaiting ? `Save for later: ${title}. ${waitingText}` : `Save for later: ${title}`}
      aria-pressed={isOn}
      disabled={ids === undefined}
      icon={isWaiting ? <CloudUpload size={16} /> : <Bookmark size={16} />}
      onClick={toggle}
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
