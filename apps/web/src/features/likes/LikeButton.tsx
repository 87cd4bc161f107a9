import { screens } from "@cairn/contract";
import { ThumbsUp } from "lucide-react";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { useLike } from "./useLike.ts";

/** Its name says what it does and how many did. */
export function LikeButton(props: Parameters<typeof useLike>[0]) {
  const { likes, liked, toggle } = useLike(props);
  return (
    <Button kind="ghost" size="sm" aria-pressed={liked} onClick={toggle}>
      <Label action="Like" likes={likes} />
    </Button>
  );
}

/** For visitors: the way to where they can. */
export function LikeLink({ likes }: { likes: number }) {
  return (
    <ButtonLink
      kind="ghost"
      size="sm"
      to={screens.login}
      state={{ error: "Please log in to like this post." }}
    >
      <Label action="Log in to like" likes={likes} />
    </ButtonLink>
  );
}

function Label({ action, likes }: { action: string; likes: number }) {
  return (
    <>
      <ThumbsUp size={16} />
      <span className="sr-only">{action}: </span>
      {likes}
    </>
  );
}
