import { type ContentDetail, decisionPath, editPath, renewalPath } from "@cairn/contract";
import { Gavel, type LucideIcon, RefreshCw, SquarePen } from "lucide-react";
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
      {isOwn && <Tool word="Edit" icon={SquarePen} to={editPath(id)} title={title} />}
      {mayDecide && <Tool word="Review" icon={Gavel} to={decisionPath(id)} title={title} />}
      {mayDecide && standing && <Tool word="Renew" icon={RefreshCw} to={renewalPath(id)} title={title} />}
    </>
  );
}

interface ToolProps {
  word: string;
  icon: LucideIcon;
  to: string;
  /** The item's. */
  title: string;
}

const Tool = ({ word, icon: Icon, to, title }: ToolProps) => (
  <ButtonLink className={postCss.figure} kind="ghost" size="sm" to={to} aria-label={`${word} ${title}`}>
    <Icon size={16} />
    {word}
  </ButtonLink>
);
