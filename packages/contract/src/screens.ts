import type { Role } from "./roles.ts";

/**
 * Every screen's path: the spec's route table, then our additions (docs/rules.md#create-post-screen, docs/rules.md#two-more-links,
 * docs/rules.md#item-pages, docs/rules.md#confirmed-emails, docs/rules.md#library, docs/rules.md#reading-places, the public ledger, authors,
 * docs/rules.md#series, docs/rules.md#stored-on-the-device, docs/rules.md#webhooks, docs/rules.md#settings,
 * docs/rules.md#who-may-join, docs/rules.md#own-pages).
 */
export const screens = {
  landing: "/",
  authCallback: "/auth/callback",
  login: "/login",
  forgotPassword: "/forgot-password",
  register: "/register",
  feed: "/feed",
  profile: "/profile",
  category: "/category",
  feedPage: "/feedpage",
  notifications: "/notifications",
  home: "/home",
  code: "/code",
  newPassword: "/new-password",
  notificationss: "/notificationss",
  usersDashboard: "/usersdashboard",
  techWriterDashboard: "/techwriterdashboard",
  adminsDashboard: "/adminsdashboard",
  techHome: "/techhome",
  myPosts: "/my-posts",
  content: "/content",
  techWriterFlagged: "/tech-writer-flagged",
  techWriterProfile: "/tech-writer-profile",
  adminHome: "/admin-home",
  userManagement: "/user-management",
  categoriesManagement: "/categories-management",
  adminProfile: "/admin-profile",
  contentManagement: "/content-management",
  createPost: "/create-post",
  adminDashboard: "/admin/dashboard",
  techWriterEdit: "/techwriter/edit/:id",
  post: "/posts/:id",
  library: "/posts",
  confirmEmail: "/confirm-email",
  ledger: "/ledger",
  author: "/authors/:id",
  saved: "/saved",
  history: "/history",
  series: "/series/:id",
  onThisDevice: "/on-this-device",
  webhooks: "/admin/webhooks",
  waiting: "/waiting",
  adminSettings: "/admin/settings",
  adminInvitations: "/admin/invitations",
  adminPages: "/admin/pages",
  about: "/about/:slug",
} as const;

/** Those for everybody even where the site is for members only (docs/rules.md#members-only). */
export const openScreens: readonly string[] = [
  screens.landing,
  screens.authCallback,
  screens.login,
  screens.forgotPassword,
  screens.register,
  screens.code,
  screens.newPassword,
  screens.confirmEmail,
  screens.waiting,
  screens.about,
];

/** The log-in, which leads on to `from`, a path of this site. */
export const loginPath = (from: string) => `${screens.login}?from=${encodeURIComponent(from)}`;

/** The file of the built site from which a screen starts that is not rendered on request. */
export const screenFile = (name: string) => `screens/${name}.html`;

export const postPath = (id: number) => `/posts/${id}`;
/** The comment's place on its item's page. */
export const commentPath = (contentId: number, id: number) => `${postPath(contentId)}#${commentAnchor(id)}`;
/** The `id` of a comment's element. */
export const commentAnchor = (id: number) => `comment-${id}`;
export const authorPath = (id: number) => `/authors/${id}`;
export const seriesPath = (id: number) => `/series/${id}`;
export const aboutPath = (slug: string) => `/about/${slug}`;
export const editPath = (id: number) => `/techwriter/edit/${id}`;
/** The library's items of a category. */
export const categoryPath = (name: string) => `/posts?category=${encodeURIComponent(name)}`;
/** The library's items that have these words. */
export const searchPath = (words: string) => `/posts?q=${encodeURIComponent(words)}`;
/** The review desk with one item open. */
export const decisionPath = (id: number) => `/content-management?item=${id}`;
/** What reviewers renew, with one published item open. */
export const renewalPath = (id: number) => `/content-management?view=due&item=${id}`;

/** Where a role lands after login, and where a guard sends it (docs/evidence/spec-clauses.md#s2-guards). */
export const dashboardOf: Record<Role, string> = {
  Admin: screens.adminsDashboard,
  TechWriter: screens.techWriterDashboard,
  User: screens.usersDashboard,
};
