import { screens } from "@cairn/contract";
import { ButtonLink } from "../../ui/Button.tsx";

/** In the place of the box, for visitors. */
export function CommentInvitation() {
  return (
    <p className="comment-invitation">
      <ButtonLink size="sm" to={screens.login} state={{ error: "Please log in to comment." }}>
        Log in to comment
      </ButtonLink>
    </p>
  );
}
