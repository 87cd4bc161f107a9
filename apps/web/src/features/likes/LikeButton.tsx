import { type LikeState, screens } from "@cairn/contract";
import { CloudUpload, ThumbsUp } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { waitingText } from "../../lib/outbox/unsent.ts";
import { useLoginState } from "../../lib/session/return-place.ts";
import { readTabItem, writeTabItem } from "../../lib/storage.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { useToggle } from "../../ui/useToggle.ts";
import { aboutLike, saveLike } from "./likes.queries.ts";

/** The id of a post that a visitor wanted to like, in this tab: it is liked once they come back from the log-in. */
const wantedLike = "likeWanted";

/** Its accessible name says what it does and how many likes there are. */
export function LikeButton({ className, ...props }: LikeOptions & { className?: string }) {
  const { likes, liked, isWaiting, toggle } = useLike(props);
  const giveWanted = useEffectEvent(() => {
    if (readTabItem(wantedLike) !== String(props.contentId)) return;
    writeTabItem(wantedLike, null);
    if (!liked) toggle();
  });
  useEffect(() => giveWanted(), []);
  return (
    <Button className={className} kind="ghost" size="sm" aria-pressed={liked} onClick={toggle}>
      <Label action="Like" likes={likes} />
      {isWaiting && (
        <>
          <CloudUpload size={14} />
          <span className={kit.srOnly}>. {waitingText}</span>
        </>
      )}
    </Button>
  );
}

interface LikeLinkProps {
  contentId: number;
  likes: number;
  className?: string | undefined;
}

/** For visitors: a link to the login screen in place of the button. */
export function LikeLink({ contentId, likes, className }: LikeLinkProps) {
  const state = useLoginState({ reason: "Log in to like this post." });
  return (
    <ButtonLink
      className={className}
      kind="ghost"
      size="sm"
      to={screens.login}
      state={state}
      data-needs-app=""
      onClick={() => writeTabItem(wantedLike, String(contentId))}
    >
      <Label action="Log in to like" likes={likes} />
    </ButtonLink>
  );
}

function Label({ action, likes }: { action: string; likes: number }) {
  return (
    <>
      <ThumbsUp size={16} />
      <span className={kit.srOnly}>{action}: </span>
      {likes}
    </>
  );
}

interface LikeOptions extends LikeState {
  contentId: number;
  /** Called with the server's own count after each call. */
  onSaved: (state: LikeState) => Promise<void>;
  /** The server's state is unknown. */
  onFailed: () => void;
}

function useLike({ contentId, likes, liked, onSaved, onFailed }: LikeOptions) {
  const { isOn, isWaiting, toggle } = useToggle({
    isOn: liked,
    about: aboutLike(contentId),
    save: (wanted) => saveLike(contentId, wanted),
    onSaved,
    onFailed,
    failure: (wanted) => (wanted ? "Your like could not be saved." : "Your like could not be taken back."),
  });
  return { liked: isOn, likes: likes + Number(isOn) - Number(liked), isWaiting, toggle };
}
