import { screens } from "@cairn/contract";
import { House, Layers, Table2, UserRound, Users } from "lucide-react";
import { Suspense } from "react";
import { Outlet } from "react-router";
import { AdminSourceProvider } from "../features/admin/AdminSourceProvider.tsx";
import { useMe } from "../features/auth/me.queries.ts";
import { AdminLoading } from "../pages/admin/AdminLoading.tsx";
import { StudioFrame, type StudioPlaces } from "./StudioFrame.tsx";

/** The navigation of admins (docs/rules.md#s2-admin-navigation). */
const adminPlaces: StudioPlaces = [
  { to: screens.adminHome, label: "Home", icon: House, also: [screens.adminsDashboard] },
  { to: screens.userManagement, label: "Users", icon: Users },
  { to: screens.contentManagement, label: "Content", icon: Table2 },
  { to: screens.categoriesManagement, label: "Categories", icon: Layers },
  { to: screens.adminProfile, label: "Profile", icon: UserRound },
];

const useAdminPlaces = () => adminPlaces;

export function AdminLayout() {
  return (
    <StudioFrame of="Admin" usePlaces={useAdminPlaces}>
      <AdminScreen />
    </StudioFrame>
  );
}

function AdminScreen() {
  const { data: me, isLoading, isLoadingError, refetch } = useMe();
  // Trust the server's answer, never the role stored on the device (docs/rules.md#d13).
  const isVerified = isLoading ? undefined : me?.role === "Admin" && me.verified;
  return (
    <AdminSourceProvider
      isVerified={isVerified}
      onAskAgain={isLoadingError ? () => void refetch() : null}
      waiting={<AdminLoading />}
    >
      <Suspense fallback={<AdminLoading />}>
        <Outlet />
      </Suspense>
    </AdminSourceProvider>
  );
}
