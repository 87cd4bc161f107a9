import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Changes } from "./events/changes.ts";
import type { Clock } from "./lib/clock.ts";
import type { Drain } from "./lib/graceful-stop.ts";
import { adminRoutes } from "./modules/admin/admin.routes.ts";
import { accountAccessRoutes } from "./modules/auth/account-access.routes.ts";
import { authRoutes } from "./modules/auth/auth.routes.ts";
import { createBrowserMark } from "./modules/auth/place.ts";
import { programTokenRoutes } from "./modules/auth/program-tokens.routes.ts";
import { sessionRoutes } from "./modules/auth/sessions.routes.ts";
import { captionsRoutes } from "./modules/captions/captions.routes.ts";
import { categoryRoutes } from "./modules/categories/categories.routes.ts";
import { codeCheckRoutes } from "./modules/code-checks/code-checks.routes.ts";
import { commentRoutes } from "./modules/comments/comments.routes.ts";
import { cardRoutes } from "./modules/content/cards/cards.routes.ts";
import { contentRoutes } from "./modules/content/content.routes.ts";
import { writingRoutes } from "./modules/content/writing/writing.routes.ts";
import { erasingRoutes } from "./modules/erasing/erasing.routes.ts";
import { feedRoutes } from "./modules/feeds/feeds.routes.ts";
import { healthRoutes } from "./modules/health/health.routes.ts";
import { invitationRoutes } from "./modules/invitations/invitations.routes.ts";
import { ledgerRoutes } from "./modules/ledger/ledger.routes.ts";
import { logRoutes } from "./modules/ledger/log/log.routes.ts";
import { likeRoutes } from "./modules/likes/likes.routes.ts";
import { linkRoutes } from "./modules/links/links.routes.ts";
import { mediaRoutes } from "./modules/media/media.routes.ts";
import { movingRoutes } from "./modules/moving/moving.routes.ts";
import { choicePageRoutes } from "./modules/notice-delivery/choice-pages.routes.ts";
import { choiceRoutes } from "./modules/notice-delivery/choices.routes.ts";
import { notificationRoutes } from "./modules/notifications/notifications.routes.ts";
import { pageRoutes } from "./modules/pages/pages.routes.ts";
import type { PageService } from "./modules/pages/pages.service.ts";
import { pictureRoutes } from "./modules/pictures/pictures.routes.ts";
import { profileRoutes } from "./modules/profiles/profiles.routes.ts";
import { pushRoutes } from "./modules/push/push.routes.ts";
import { pyodideRoutes } from "./modules/pyodide/pyodide.routes.ts";
import { readingRoutes } from "./modules/reading/reading.routes.ts";
import { reportRoutes } from "./modules/reports/reports.routes.ts";
import { reviewRoutes } from "./modules/reviews/reviews.routes.ts";
import { searchRoutes } from "./modules/search/search.routes.ts";
import { securityTxtRoutes } from "./modules/security-txt/security-txt.routes.ts";
import { seriesRoutes } from "./modules/series/series.routes.ts";
import { ownPageRoutes } from "./modules/settings/own-pages.routes.ts";
import { lookRoutes, settingsRoutes } from "./modules/settings/settings.routes.ts";
import { siteRoutes } from "./modules/site/site.routes.ts";
import { providerRoutes, socialLoginRoutes } from "./modules/social-login/social-login.routes.ts";
import { standingRoutes } from "./modules/standing/standing.routes.ts";
import { statusRoutes } from "./modules/status/status.routes.ts";
import { createFeedKinds } from "./modules/syndication/feed-kinds.ts";
import { podcastArtRoutes } from "./modules/syndication/podcast-art.ts";
import { sitemapRoutes } from "./modules/syndication/sitemap.routes.ts";
import { syndicationRoutes } from "./modules/syndication/syndication.routes.ts";
import { uploadRoutes } from "./modules/uploads/uploads.routes.ts";
import { webhookRoutes } from "./modules/webhooks/webhooks.routes.ts";
import type { Services } from "./services.ts";

interface Dependencies {
  readonly config: Config;
  readonly db: Database;
  readonly services: Services;
  /** Null where no site is served. */
  readonly pages: PageService | null;
  readonly changes: Changes;
  readonly drain: Drain;
  readonly clock: Clock;
}

/** Every module's routes. Most are served twice: at the root and below /api (docs/rules.md#api-and-site-on-one-port). */
export async function mountRoutes(
  http: FastifyInstance,
  { config, db, services, pages, changes, drain, clock }: Dependencies,
): Promise<void> {
  const { publicUrl, securityContacts, pyodideDir } = config;
  const browserMark = createBrowserMark(publicUrl);
  const idOf = await services.syndication.feedIds();
  const kinds = createFeedKinds(services);

  async function calls(scope: FastifyInstance): Promise<void> {
    healthRoutes(scope, db, drain);
    siteRoutes(scope, config, services.settings);
    settingsRoutes(scope, services);
    ownPageRoutes(scope, services.ownPages);
    invitationRoutes(scope, services);
    authRoutes(scope, { ...services, browserMark });
    accountAccessRoutes(scope, { ...services, browserMark, publicUrl });
    providerRoutes(scope, services.social);
    sessionRoutes(scope, services.sessions);
    programTokenRoutes(scope, services.programTokens);
    contentRoutes(scope, services.content, services.ledger);
    writingRoutes(scope, services);
    pictureRoutes(scope, services);
    captionsRoutes(scope, services);
    uploadRoutes(scope, services.uploads);
    movingRoutes(scope, services);
    seriesRoutes(scope, services.series);
    codeCheckRoutes(scope, services.codeChecks);
    profileRoutes(scope, services.profiles, services.forms);
    commentRoutes(scope, services.comments, services.keyed);
    likeRoutes(scope, services.likes, services.keyed);
    readingRoutes(scope, services.reading, services.keyed);
    choiceRoutes(scope, services.choices);
    pushRoutes(scope, services.push);
    notificationRoutes(scope, services.notifications);
    categoryRoutes(scope, services.categories);
    reviewRoutes(scope, { desk: services.desk, reviews: services.reviews, keyed: services.keyed, clock });
    standingRoutes(scope, services.renewals);
    reportRoutes(scope, services.reports, services.keyed);
    erasingRoutes(scope, services.deletionRequests);
    adminRoutes(scope, services.admin);
    statusRoutes(scope, services.status);
    webhookRoutes(scope, services.webhooks);
    ledgerRoutes(scope, services.ledger);
    linkRoutes(scope, services.links);
    logRoutes(scope, services.publicLog);
    mediaRoutes(scope, services.media, config);
    feedRoutes(scope, services.feeds);
    searchRoutes(scope, services.search);
    syndicationRoutes(scope, { ...services, kinds, changes, publicUrl, clock, idOf });
  }

  socialLoginRoutes(http, services.social, publicUrl);
  sitemapRoutes(http, { ...services, publicUrl });
  cardRoutes(http, services);
  lookRoutes(http, services.settings, services.site);
  podcastArtRoutes(http, { ...services, kinds });
  if (pages) pageRoutes(http, pages);
  choicePageRoutes(http, services.noticeDelivery, services.site);
  securityTxtRoutes(http, { contacts: securityContacts, publicUrl, clock });
  if (pyodideDir !== null) pyodideRoutes(http, pyodideDir);
  await http.register(calls);
  await http.register(calls, { prefix: "/api" });
}
