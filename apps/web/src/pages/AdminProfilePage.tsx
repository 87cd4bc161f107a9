import { useAdminSource } from "../features/admin/admin-source.ts";
import { AdminProfileForm } from "../features/admin/profile/AdminProfileForm.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";

export function AdminProfilePage() {
  const profile = useAdminSource().useProfile();
  return (
    <>
      <AdminHead heading="Profile" />
      {profile && <AdminProfileForm profile={profile} />}
    </>
  );
}
