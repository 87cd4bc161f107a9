import { type ContentDetail, decisionPath, editPath, renewalPath } from "@cairn/contract";
import { Gavel, RefreshCw, SquarePen } from "lucide-react";
import { useMe } from "../../features/auth/me.queries.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import * as postCss from "./post.module.css";

interface PostToolsProps {
  item: ContentDetail;
  /** The reader wrote it. */
  isOwn: boolean;
}

/** Ways to what this reader may do beyond reading: edit own work, decide as a verified admin. */
export function PostTools({ item: { id, title, standing }, isOwn }: PostToolsProps) {
  const { data: me } = useMe();
  const mayDecide = me?.role === "Admin" && me.verified;
  return (
    <>
      {isOwn && (
        <ButtonLink
          className={postCss.figure}
          kind="ghost"
          size="sm"
          to={editPath(id)}
          aria-label={`Edit ${title}`}
        >
          <SquarePen size={16} />
          Edit
        </ButtonLink>
      )}
      {mayDecide && (
        <ButtonLink
          className={postCss.figure}
          kind="ghost"
          size="sm"
          to={decisionPath(id)}
          aria-label={`Review ${title}`}
        >
          <Gavel size={16} />
          Review
        </ButtonLink>
      )}
      {mayDecide && standing && (
        <ButtonLink
          className={postCss.figure}
          kind="ghost"
          size="sm"
          to={renewalPath(id)}
          aria-label={`Renew ${title}`}
        >
          <RefreshCw size={16} />
          Renew
        </ButtonLink>
      )}
    </>
  );
}
