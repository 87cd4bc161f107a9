import type { FollowKind } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellPlus, BellRing } from "lucide-react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { useToggle } from "../../ui/useToggle.ts";
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
  const { isOn, toggle } = useToggle({
    isOn: data?.some((follow) => follow.kind === kind && follow.id === id) ?? false,
    save: (following) => changeFollow(cache, { kind, id, following }),
    failure: () => "This could not be changed.",
  });
  const icon = isOn ? <BellRing size={16} /> : <BellPlus size={16} />;
  const press = {
    size: "sm",
    "aria-pressed": isOn,
    disabled: data === undefined,
    onClick: toggle,
  } as const;
  if (isIcon) return <IconButton kind="ghost" label={`Follow ${name}`} icon={icon} {...press} />;
  return (
    <Button aria-label={`Follow ${name}`} {...press}>
      {icon}
      {isOn ? "Following" : "Follow"}
    </Button>
  );
}
