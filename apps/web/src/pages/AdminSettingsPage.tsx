import { useQuery } from "@tanstack/react-query";
import { useAdminCalls } from "../features/admin/admin-calls.ts";
import { AudienceForm } from "../features/admin/site/AudienceForm.tsx";
import { CaptionsForm } from "../features/admin/site/CaptionsForm.tsx";
import { GroupsForm } from "../features/admin/site/GroupsForm.tsx";
import { JoiningForm } from "../features/admin/site/JoiningForm.tsx";
import { LookForm } from "../features/admin/site/LookForm.tsx";
import { settingsQuery } from "../features/admin/site/site.queries.ts";
import { LoadFailure } from "../features/admin/useAction.tsx";
import { Stack } from "../ui/Stack.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";
import { LiveOnly } from "./admin/LiveOnly.tsx";

/** What a school decides about its site (docs/rules.md#settings). */
export function AdminSettingsPage() {
  const { kind } = useAdminCalls();
  return (
    <>
      <AdminHead heading="Site settings" />
      {kind === "live" ? <Settings /> : <LiveOnly what="The site’s settings are" />}
    </>
  );
}

function Settings() {
  const query = useQuery(settingsQuery);
  const { data: settings } = query;
  return (
    <>
      {settings && (
        <Stack gap={5}>
          <LookForm settings={settings} />
          <JoiningForm settings={settings} />
          <AudienceForm settings={settings} />
          <GroupsForm settings={settings} />
          <CaptionsForm settings={settings} />
        </Stack>
      )}
      {query.isLoadingError && <LoadFailure query={query} />}
    </>
  );
}
