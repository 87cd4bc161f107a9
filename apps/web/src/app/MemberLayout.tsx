import { Outlet } from "react-router";
import { useLogout } from "../features/auth/useLogout.ts";
import { MemberShell } from "../shells/MemberShell.tsx";
import { ToastRegion } from "../ui/ToastRegion.tsx";
import { QueryLayer } from "./QueryLayer.tsx";
import { useShellUser } from "./useShellUser.ts";

function MemberFrame() {
  return (
    <MemberShell user={useShellUser()} onLogout={useLogout()}>
      <Outlet />
    </MemberShell>
  );
}

export function MemberLayout() {
  return (
    <QueryLayer>
      <MemberFrame />
      <ToastRegion />
    </QueryLayer>
  );
}
