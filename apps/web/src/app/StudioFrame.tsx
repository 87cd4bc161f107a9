import { type Role, roleLabel } from "@cairn/contract";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { useLogout } from "../features/auth/useLogout.ts";
import { libraryPlace, type Place } from "../shells/places.ts";
import { StudioShell } from "../shells/StudioShell.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { QueryLayer } from "./QueryLayer.tsx";
import { useShellUser } from "./useShellUser.ts";

export type StudioPlaces = readonly [Place, ...Place[]];

interface StudioFrameProps {
  /** The role that the studio is made for, independent of who views it (docs/rules.md#d62). */
  of: Role;
  /** A hook, because a place may show a live count, such as unread items. */
  usePlaces: () => StudioPlaces;
  /** A hook for places beyond the role's five and the library. */
  useMore?: () => readonly Place[];
  /** Wraps the screen's `<Outlet />` where it needs something of its own, such as a provider. */
  children?: ReactNode;
}

const noMore = () => [];

function Studio({ of, usePlaces, useMore = noMore, children = <Outlet /> }: StudioFrameProps) {
  return (
    <StudioShell
      role={roleLabel[of]}
      places={usePlaces()}
      more={[libraryPlace(), ...useMore()]}
      user={useShellUser()}
      onLogout={useLogout("studio")}
    >
      {children}
    </StudioShell>
  );
}

export function StudioFrame(props: StudioFrameProps) {
  return (
    <QueryLayer>
      <Studio {...props} />
      <ToastRegion />
    </QueryLayer>
  );
}
