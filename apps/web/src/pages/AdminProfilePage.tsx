import { LoadFailure } from "../features/admin/ActionProblem.tsx";
import { useAdminSource } from "../features/admin/admin-source.ts";
import { AdminProfileForm } from "../features/admin/profile/AdminProfileForm.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";

export function AdminProfilePage() {
  const { value: profile, failure } = useAdminSource().useProfile();
  return (
    <>
      <AdminHead heading="Profile" />
      {profile && <AdminProfileForm profile={profile} />}
      {failure && <LoadFailure failure={failure} />}
    </>
  );
}
