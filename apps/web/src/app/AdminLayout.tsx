import { Suspense } from "react";
import { Outlet } from "react-router";
import { AdminSourceProvider } from "../features/admin/AdminSourceProvider.tsx";
import { AdminLoading } from "../pages/admin/AdminLoading.tsx";
import { StudioFrame } from "./StudioFrame.tsx";
import { adminPlaces } from "./studio-places.ts";

export function AdminLayout() {
  return (
    <StudioFrame of="Admin" places={adminPlaces}>
      <AdminSourceProvider>
        <Suspense fallback={<AdminLoading />}>
          <Outlet />
        </Suspense>
      </AdminSourceProvider>
    </StudioFrame>
  );
}
