import type { FollowKind } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellPlus, BellRing } from "lucide-react";
import { ApiError } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { changeFollow, followsQuery } from "./follows.queries.ts";

interface FollowButtonProps {
  kind: FollowKind;
  id: string;
  name: string;
  isIcon?: boolean;
}

/** For members, who get notices about what they follow (docs/rules.md#follows-and-emails). */
export function FollowButton({ kind, id, name, isIcon = false }: FollowButtonProps) {
  const cache = useQueryClient();
  const { data } = useQuery(followsQuery);
  const { send, isSending } = useSend(tell, { keepsFocus: true });
  const following = data?.some((follow) => follow.kind === kind && follow.id === id) ?? false;
  const icon = following ? <BellRing size={16} /> : <BellPlus size={16} />;
  const toggle = {
    size: "sm",
    "aria-pressed": following,
    disabled: data === undefined || isSending,
    onClick: () => void send(() => changeFollow(cache, { kind, id, following: !following })),
  } as const;
  if (isIcon) return <IconButton kind="ghost" label={`Follow ${name}`} icon={icon} {...toggle} />;
  return (
    <Button aria-label={`Follow ${name}`} {...toggle}>
      {icon}
      {following ? "Following" : "Follow"}
    </Button>
  );
}

function tell(error: unknown) {
  // An ended session leads to the login screen, which says so.
  if (error instanceof ApiError && error.status === 401) return;
  const reason = error instanceof ApiError ? ` ${error.message}` : "";
  toast(`This could not be changed.${reason}`, { kind: "error" });
}
