import { screens } from "@cairn/contract";
import { matchRoutes, Navigate, Outlet, type RouteObject } from "react-router";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import { type ScreenHandle, screen } from "./screen.tsx";

/** Catches a screen's errors inside its layout, so that the navigation stays usable. */
const inside = (children: RouteObject[]): RouteObject[] => [
  {
    element: (
      <ScreenBoundary>
        <Outlet />
      </ScreenBoundary>
    ),
    children,
  },
];

const publicScreens: RouteObject[] = [
  { path: screens.landing, ...screen("LandingPage", () => import("../pages/LandingPage.tsx")) },
  { path: screens.login, ...screen("LoginPage", () => import("../pages/LoginPage.tsx")) },
  { path: screens.register, ...screen("RegisterPage", () => import("../pages/RegisterPage.tsx")) },
  {
    path: screens.authCallback,
    ...screen("AuthCallbackPage", () => import("../pages/AuthCallbackPage.tsx")),
  },
  {
    path: screens.forgotPassword,
    ...screen("ForgotPasswordPage", () => import("../pages/ForgotPasswordPage.tsx")),
  },
  { path: screens.code, ...screen("CodePage", () => import("../pages/CodePage.tsx")) },
  { path: screens.newPassword, ...screen("NewPasswordPage", () => import("../pages/NewPasswordPage.tsx")) },
  {
    path: screens.confirmEmail,
    ...screen("ConfirmEmailPage", () => import("../pages/ConfirmEmailPage.tsx")),
  },
  { path: screens.waiting, ...screen("WaitingPage", () => import("../pages/WaitingPage.tsx")) },
];

const memberScreens: RouteObject[] = [
  {
    path: screens.usersDashboard,
    ...screen("UsersDashboardPage", () => import("../pages/UsersDashboardPage.tsx"), { guard: "User" }),
  },
  { path: screens.library, ...screen("LibraryPage", () => import("../pages/LibraryPage.tsx")) },
  { path: screens.ledger, ...screen("LedgerPage", () => import("../pages/LedgerPage.tsx")) },
  { path: screens.post, ...screen("PostPage", () => import("../pages/PostPage.tsx")) },
  { path: screens.author, ...screen("AuthorPage", () => import("../pages/AuthorPage.tsx")) },
  { path: screens.about, ...screen("AboutPage", () => import("../pages/AboutPage.tsx")) },
  { path: screens.series, ...screen("SeriesPage", () => import("../pages/SeriesPage.tsx")) },
  // Two paths to the same page (docs/rules.md#home-and-feed).
  { path: screens.home, ...screen("HomePage", () => import("../pages/HomePage.tsx")) },
  { path: screens.feed, ...screen("HomePage", () => import("../pages/HomePage.tsx")) },
  { path: screens.feedPage, ...screen("FeedPage", () => import("../pages/FeedPage.tsx")) },
  { path: screens.category, ...screen("CategoryPage", () => import("../pages/CategoryPage.tsx")) },
  {
    path: screens.notifications,
    ...screen("NotificationsPage", () => import("../pages/NotificationsPage.tsx")),
  },
  {
    path: screens.notificationss,
    ...screen("NotificationssPage", () => import("../pages/NotificationssPage.tsx")),
  },
  { path: screens.profile, ...screen("ProfilePage", () => import("../pages/ProfilePage.tsx")) },
  { path: screens.saved, ...screen("SavedPage", () => import("../pages/SavedPage.tsx")) },
  { path: screens.history, ...screen("HistoryPage", () => import("../pages/HistoryPage.tsx")) },
  {
    path: screens.onThisDevice,
    ...screen("OnThisDevicePage", () => import("../pages/OnThisDevicePage.tsx")),
  },
  // Members write posts too, and keep their own navigation (docs/rules.md#navigation-by-role).
  {
    path: screens.techWriterEdit,
    ...screen("TechWriterEditPage", () => import("../pages/TechWriterEditPage.tsx")),
  },
  { path: screens.createPost, ...screen("CreatePostPage", () => import("../pages/CreatePostPage.tsx")) },
  { path: "*", ...screen("NotFoundPage", () => import("../pages/NotFoundPage.tsx")) },
];

const writerScreens: RouteObject[] = [
  {
    path: screens.techWriterDashboard,
    ...screen("TechWriterDashboardPage", () => import("../pages/TechWriterDashboardPage.tsx"), {
      guard: "TechWriter",
    }),
  },
  {
    path: screens.techHome,
    ...screen("TechWriterDashboardPage", () => import("../pages/TechWriterDashboardPage.tsx")),
  },
  { path: screens.myPosts, ...screen("MyPostsPage", () => import("../pages/MyPostsPage.tsx")) },
  { path: screens.content, ...screen("MyContentPage", () => import("../pages/MyContentPage.tsx")) },
  {
    path: screens.techWriterFlagged,
    ...screen("TechWriterFlaggedPage", () => import("../pages/TechWriterFlaggedPage.tsx")),
  },
  {
    path: screens.techWriterProfile,
    ...screen("TechWriterProfilePage", () => import("../pages/TechWriterProfilePage.tsx")),
  },
];

const adminScreens: RouteObject[] = [
  {
    path: screens.adminsDashboard,
    ...screen("AdminsDashboardPage", () => import("../pages/AdminsDashboardPage.tsx"), { guard: "Admin" }),
  },
  {
    path: screens.adminHome,
    ...screen("AdminsDashboardPage", () => import("../pages/AdminsDashboardPage.tsx")),
  },
  {
    path: screens.userManagement,
    ...screen("UserManagementPage", () => import("../pages/UserManagementPage.tsx")),
  },
  {
    path: screens.categoriesManagement,
    ...screen("CategoriesManagementPage", () => import("../pages/CategoriesManagementPage.tsx")),
  },
  {
    path: screens.contentManagement,
    ...screen("ContentManagementPage", () => import("../pages/ContentManagementPage.tsx")),
  },
  {
    path: screens.adminProfile,
    ...screen("AdminProfilePage", () => import("../pages/AdminProfilePage.tsx")),
  },
  { path: screens.webhooks, ...screen("WebhooksPage", () => import("../pages/WebhooksPage.tsx")) },
  {
    path: screens.adminSettings,
    ...screen("AdminSettingsPage", () => import("../pages/AdminSettingsPage.tsx")),
  },
  {
    path: screens.adminInvitations,
    ...screen("AdminInvitationsPage", () => import("../pages/AdminInvitationsPage.tsx")),
  },
  {
    path: screens.adminPages,
    ...screen("AdminPagesPage", () => import("../pages/AdminPagesPage.tsx")),
  },
  // The spec's Cancel button leads to this path (docs/rules.md#two-more-links).
  { path: screens.adminDashboard, element: <Navigate to={screens.adminsDashboard} replace /> },
];

/** All routes of the site. */
export const routes: RouteObject[] = [
  ...publicScreens,
  { ...screen("MemberLayout", () => import("./MemberLayout.tsx")), children: inside(memberScreens) },
  { ...screen("WriterLayout", () => import("./WriterLayout.tsx")), children: inside(writerScreens) },
  { ...screen("AdminLayout", () => import("./AdminLayout.tsx")), children: inside(adminScreens) },
];

/** The lazy components that a path shows, outermost first. */
export const matchedScreens = (pathname: string): ScreenHandle[] =>
  (matchRoutes(routes, pathname) ?? []).flatMap(
    ({ route }) => (route.handle as ScreenHandle | undefined) ?? [],
  );

/** Fetches them in parallel; rendering alone would request the screen only after its layout has loaded. */
export const loadScreens = (pathname: string) =>
  Promise.all(matchedScreens(pathname).map(({ load }) => load()));
