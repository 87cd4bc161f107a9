import { messages, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { AdminViews, statusView, useAdminView } from "../features/admin/AdminViews.tsx";
import { useAdminCalls } from "../features/admin/admin-calls.ts";
import { AudienceForm } from "../features/admin/site/AudienceForm.tsx";
import { CaptionsForm } from "../features/admin/site/CaptionsForm.tsx";
import { GroupsForm } from "../features/admin/site/GroupsForm.tsx";
import { JoiningForm } from "../features/admin/site/JoiningForm.tsx";
import { LookForm } from "../features/admin/site/LookForm.tsx";
import { settingsQuery } from "../features/admin/site/site.queries.ts";
import { LoadFailure } from "../features/admin/useAction.tsx";
import { lazyNamed } from "../lib/lazy-named.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { Stack } from "../ui/Stack.tsx";
import { AdminHead } from "./admin/AdminHead.tsx";
import { LiveOnly } from "./admin/LiveOnly.tsx";

const StatusView = lazyNamed(() => import("../features/admin/site/StatusView.tsx"), "StatusView");

/** What a school decides about its site (docs/rules.md#settings). */
export function AdminSettingsPage() {
  const { kind } = useAdminCalls();
  return (
    <>
      <AdminHead heading="Site settings" />
      {kind === "live" ? <Views /> : <LiveOnly what="The site’s settings are" />}
    </>
  );
}

const views = [
  { name: "", label: "Settings" },
  { name: statusView, label: "Status" },
];

/** The settings, with the status of the server beside them (docs/rules.md#status-of-the-server). */
function Views() {
  const view = useAdminView(views);
  return (
    <>
      <AdminViews label="Site settings" views={views} />
      {view === "" ? (
        <Settings />
      ) : (
        <Suspense fallback={<LoadingLine text={messages.loading} />}>
          <StatusView />
        </Suspense>
      )}
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
          <div>
            <ButtonLink to={screens.adminPages}>Pages of your own, such as an imprint</ButtonLink>
          </div>
        </Stack>
      )}
      {query.isLoadingError && <LoadFailure query={query} />}
    </>
  );
}
