import { type Role, roleLabel } from "@cairn/contract";
import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { useLogout } from "../features/auth/useLogout.ts";
import type { Place } from "../shells/places.ts";
import { StudioShell } from "../shells/StudioShell.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { QueryLayer } from "./QueryLayer.tsx";
import { useShellUser } from "./useShellUser.ts";

interface StudioFrameProps {
  /** Whose studio it is, whoever looks at it (D62). */
  of: Role;
  /** A hook: a place may say how much waits there. */
  usePlaces: () => readonly [Place, ...Place[]];
  /** Around the screen, where that needs something of its own. */
  children?: ReactNode;
}

function Studio({ of, usePlaces, children = <Outlet /> }: StudioFrameProps) {
  return (
    <StudioShell
      role={roleLabel[of]}
      places={usePlaces()}
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
