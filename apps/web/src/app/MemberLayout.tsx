import { patternOf, publicPages, screens } from "@cairn/contract";
import { useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { lazyNamed } from "../lib/lazy-named.ts";
import { useIsSignedIn, useSession } from "../lib/session/useSession.tsx";
import { useLater } from "../lib/useLater.ts";
import type { FrameParts } from "../shells/Frame.tsx";
import { memberFrame } from "../shells/member-frame.tsx";
import { PersonFrame } from "./PersonFrame.tsx";

/** A frame whose code comes later than the page: most readers are members and visitors, who need neither. */
const laterFrame = (load: () => Promise<FrameParts>): FrameParts => ({
  isStudio: true,
  Bar: lazyNamed(load, "Bar"),
  Tabs: lazyNamed(load, "Tabs"),
});
const studioFrames = {
  TechWriter: laterFrame(async () => (await import("./WriterLayout.tsx")).writerFrame),
  Admin: laterFrame(async () => (await import("./admin-frame.ts")).adminFrame),
};
type StudioRole = keyof typeof studioFrames;

/** Screens that everyone opens: there writers and admins keep their own navigation. */
const sharedScreens = [
  ...Object.values(publicPages).flatMap(({ isShared, paths }) => (isShared ? paths : [])),
  screens.notificationss,
  screens.saved,
  screens.history,
  screens.onThisDevice,
  screens.techWriterEdit,
].map(patternOf);

/** The writer or admin whose own frame belongs around this page (docs/rules.md#navigation-by-role); null for everybody else. */
function useStudioRole(): StudioRole | null {
  const { pathname } = useLocation();
  const role = useSession()?.role;
  const isSignedIn = useIsSignedIn();
  const isStudios = role === "TechWriter" || role === "Admin";
  return isSignedIn && isStudios && sharedScreens.some((screen) => screen.test(pathname)) ? role : null;
}

/** The frame of the members' screens, and of the pages that everyone reads. */
export function MemberLayout() {
  const role = useStudioRole();
  // Deferred: the page stays as the server sent it until the frame's code is there. A fallback never replaces it.
  const isComing = useLater(role) !== role;
  usePageMarks(isComing);
  const parts = role === null || isComing ? memberFrame : studioFrames[role];
  return <PersonFrame of={role ?? "User"} parts={parts} isLeaving={isComing} />;
}

/** Takes the marks of the page's own script away (app/start.js) once the frame shows whose session it is. */
function usePageMarks(isComing: boolean) {
  const isRead = useSession() !== null;
  const isSignedIn = useIsSignedIn();
  useLayoutEffect(() => {
    if (!isRead || isComing) return;
    const { dataset } = document.documentElement;
    delete dataset.session;
    delete dataset.studio;
    if (!isSignedIn) delete dataset.member;
  }, [isRead, isSignedIn, isComing]);
}
