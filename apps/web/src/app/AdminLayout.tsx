import { Suspense } from "react";
import { Outlet } from "react-router";
import { AdminSourceProvider } from "../features/admin/AdminSourceProvider.tsx";
import { useMe } from "../features/auth/me.queries.ts";
import { AdminLoading } from "../pages/admin/AdminLoading.tsx";
import { StudioFrame } from "./StudioFrame.tsx";
import { adminPlaces } from "./studio-places.ts";

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
  // The server's word, never the device's (D13).
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
