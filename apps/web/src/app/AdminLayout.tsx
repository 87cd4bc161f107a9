import { Suspense } from "react";
import { Outlet } from "react-router";
import { AdminSourceProvider } from "../features/admin/AdminSourceProvider.tsx";
import { useMe } from "../features/auth/me.queries.ts";
import { AdminLoading } from "../pages/admin/AdminLoading.tsx";
import { adminFrame } from "./admin-frame.ts";
import { PersonFrame } from "./PersonFrame.tsx";

export function AdminLayout() {
  return (
    <PersonFrame of="Admin" parts={adminFrame}>
      <AdminScreen />
    </PersonFrame>
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
