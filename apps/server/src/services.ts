import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { createDailyAudit } from "./audit/daily-audit.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { sampleArticles, sampleVideos } from "./demo.ts";
import type { Changes } from "./events/changes.ts";
import type { Clock } from "./lib/clock.ts";
import { createSafeFetch, type SafeFetchSettings } from "./lib/safe-fetch.ts";
import { createAccountService } from "./modules/admin/accounts.service.ts";
import { createActivityService } from "./modules/admin/activity.service.ts";
import { createCategoryDeskService } from "./modules/admin/category-desk.service.ts";
import { createOverviewService } from "./modules/admin/overview.service.ts";
import { createAccountLinkService } from "./modules/auth/account-links.service.ts";
import { createAuthService } from "./modules/auth/auth.service.ts";
import { createAuthMails } from "./modules/auth/auth-mails.ts";
import { createConfirmationService } from "./modules/auth/confirmation.service.ts";
import { createKnownPlaces } from "./modules/auth/known-places.ts";
import { createNewPasswords } from "./modules/auth/new-passwords.ts";
import { createResetService } from "./modules/auth/reset.service.ts";
import { createLogHash, createResetCodeHash } from "./modules/auth/secrets.ts";
import { createSessions } from "./modules/auth/sessions.ts";
import { createAccessTokens } from "./modules/auth/tokens.ts";
import { createCategoryService } from "./modules/categories/categories.service.ts";
import { createCommentService } from "./modules/comments/comments.service.ts";
import { createContentService } from "./modules/content/content.service.ts";
import { createDiscussed } from "./modules/content/discussed.ts";
import { createPublishedItems } from "./modules/content/published-items.ts";
import { createReaders } from "./modules/content/readers.ts";
import { createWorkplaceService } from "./modules/content/workplace.service.ts";
import { createWritingService } from "./modules/content/writing.service.ts";
import { createFeedService } from "./modules/feeds/feeds.service.ts";
import { createLedgerService } from "./modules/ledger/ledger.service.ts";
import { checkLedger } from "./modules/ledger/ledger-check.ts";
import { createLogService } from "./modules/ledger/log/log.service.ts";
import { readLogKeys } from "./modules/ledger/log/log-keys.ts";
import { createLogWitnesses } from "./modules/ledger/log/witnesses.ts";
import { createLikeService } from "./modules/likes/likes.service.ts";
import { createMailService } from "./modules/mail/mail.service.ts";
import { createOutbox } from "./modules/mail/outbox.ts";
import { createSmtp } from "./modules/mail/smtp.ts";
import { createForms } from "./modules/media/forms.ts";
import { createIncomingFiles } from "./modules/media/incoming-files.ts";
import { declaredKind } from "./modules/media/kinds.ts";
import { createMediaService } from "./modules/media/media.service.ts";
import { createMediaAddresses } from "./modules/media/media-addresses.ts";
import { createPictureProcess } from "./modules/media/pictures/picture-process.ts";
import { createStorageService } from "./modules/media/storage.service.ts";
import type { MediaStore } from "./modules/media/store/media-store.ts";
import { createNotificationService } from "./modules/notifications/notifications.service.ts";
import { createOperatorService } from "./modules/operator/operator.service.ts";
import { createProfileService } from "./modules/profiles/profiles.service.ts";
import { createRenderingService } from "./modules/rendering/rendering.service.ts";
import { createReportService } from "./modules/reports/reports.service.ts";
import { createDeskService } from "./modules/reviews/desk.service.ts";
import { createReviewService } from "./modules/reviews/reviews.service.ts";
import { createSearchService } from "./modules/search/search.service.ts";
import { createAdmission } from "./modules/social-login/admission.ts";
import { createProviders } from "./modules/social-login/providers.ts";
import { createSocialLoginService } from "./modules/social-login/social-login.service.ts";
import { createSitemapService } from "./modules/syndication/sitemap.service.ts";
import { createListedAdmins } from "./modules/users/listed-admins.ts";
import { createUserService } from "./modules/users/users.service.ts";
import { openDemoAccounts } from "./operator/demo-accounts.ts";
import { createKeyedCalls } from "./plugins/idempotency.ts";
import type { Limits } from "./plugins/limits.ts";

export interface ServiceDependencies {
  readonly config: Config;
  readonly db: Database;
  /** Signs access tokens and media addresses. */
  readonly secret: string;
  readonly log: FastifyBaseLogger;
  /** Folder of uploaded and demo files. */
  readonly store: MediaStore;
  readonly clock: Clock;
  /** Limits on calls to external services; tests shorten them. */
  readonly externalLimits?: Partial<SafeFetchSettings>;
  readonly limits: Limits;
  readonly changes: Changes;
}

/** Creates every module's service, in the order of their dependencies. This is the only place that connects modules. */
export async function createServices({
  config,
  db,
  secret,
  log,
  store,
  clock,
  limits,
  changes,
  externalLimits,
}: ServiceDependencies) {
  const mail = createMailService({
    db,
    transport: config.smtpUrl ? createSmtp(config.smtpUrl) : createOutbox(join(config.dataDir, "outbox")),
    from: config.mailFrom,
    publicUrl: config.publicUrl,
    secret,
    clock,
    log,
  });
  const users = createUserService({ db, confirmedEmailToWrite: config.confirmedEmailToWrite });
  const activity = createActivityService({ db });
  const listedAdmins = createListedAdmins({ db, emails: config.adminEmails, clock, note: activity.note });
  await listedAdmins.grantAll();
  const sessions = await createSessions({ db, accessTokens: createAccessTokens(secret), clock });
  const mails = createAuthMails(config.publicUrl);
  const accountLinks = createAccountLinkService({ db, users, listedAdmins, mail, mails, limits, clock });
  const passwords = createNewPasswords({ users, links: accountLinks, mail, mails });
  const places = createKnownPlaces({ db, secret, clock });
  const ways = {
    db,
    users,
    listedAdmins,
    sessions,
    links: accountLinks,
    passwords,
    places,
    limits,
    clock,
    log,
  };
  const auth = createAuthService({ ...ways, hashForLog: createLogHash(secret) });
  const confirmations = createConfirmationService({ ...ways, auth });
  const resets = createResetService({ ...ways, mail, mails, hashCode: createResetCodeHash(secret) });
  const addresses = createMediaAddresses(secret);
  const categories = createCategoryService({ db, changes });
  const likes = createLikeService({ db, limits, clock });
  const items = createPublishedItems({ db, addresses, changes });
  const readers = createReaders({ db, likes, changes });
  const discussed = createDiscussed({ db, changes, clock });
  const content = createContentService({
    db,
    users,
    likes,
    categories,
    items,
    readers,
    discussed,
    addresses,
    clock,
  });
  const notifications = createNotificationService({ db, changes, clock });
  const rendering = createRenderingService({ log });
  const comments = createCommentService({ db, users, content, notifications, rendering, limits, clock });
  const keyed = createKeyedCalls({ db, clock });
  const witnesses = createLogWitnesses({
    db,
    witnesses: config.witnesses,
    fetch: createSafeFetch({
      deadlineMs: 5_000,
      maxBytes: 65_536,
      hosts: new Set(config.witnesses.map(({ url }) => new URL(url).hostname)),
    }),
    clock,
    log,
  });
  const publicLog = createLogService({
    db,
    witnesses,
    keys: config.logKeys ?? (await readLogKeys(config.dataDir)),
    publicUrl: config.publicUrl,
    dataDir: config.dataDir,
    clock,
    log,
  });
  const dailyAudit = createDailyAudit({
    dataDir: config.dataDir,
    isArticleHtml: rendering.isArticleHtml,
    clock,
    log,
  });
  const ledger = createLedgerService({ db, users, log: publicLog });
  const desk = createDeskService({ db, categories, ledger, addresses, clock });
  const reviews = createReviewService({ db, ledger, notifications, clock });
  const reports = createReportService({ db, users, content, comments, limits, clock });
  const admin = {
    accounts: createAccountService({ db, auth, accountLinks, sessions, clock }),
    categories,
    categoryDesk: createCategoryDeskService({ db, clock }),
    overview: createOverviewService({ db, dailyAudit, clock }),
    activity,
  };
  const sitemap = createSitemapService({ db, changes, publicUrl: config.publicUrl });
  const search = createSearchService({ db, categories, content });
  const files = createIncomingFiles(store.incoming);
  const pictures = createPictureProcess();
  const storage = createStorageService({ db, ...config });
  const media = createMediaService({ db, addresses, files, store, pictures, storage, clock });
  // The embedded engine has only one process; with a database server, other instances may share the folder.
  await media.settleLeftOvers({ alone: db.engine === "embedded" });
  const writing = createWritingService({
    db,
    users,
    categories,
    content,
    media,
    ledger,
    notifications,
    rendering,
    limits,
    clock,
  });
  const workplace = createWorkplaceService({ db, users, content, clock });
  const profiles = createProfileService({ db, users, auth, content, media, addresses, activity, clock });
  const forms = createForms({
    limits,
    ...files,
    accepts: (type) => declaredKind(type) !== null,
    ensureMayUpload: users.ensureMayWrite,
    room: storage.receive,
  });
  const feeds = await createFeedService({
    config,
    db,
    clock,
    log,
    externalLimits,
    samples: config.seedDemo ? { videos: sampleVideos, articles: sampleArticles } : null,
  });
  const providers = createProviders({ config, clock, limits: externalLimits });
  const admission = createAdmission({ db, users, auth, mail, clock, publicUrl: config.publicUrl });
  const social = createSocialLoginService({
    db,
    providers: providers.byName,
    admission,
    sessions,
    limits,
    clock,
  });

  const operator = createOperatorService({
    db,
    users,
    clock,
    createSetPasswordLink: (userId) => accountLinks.createSetPasswordLink(userId),
    verifyLedger: (options) =>
      checkLedger(db.query, store, config.dataDir, { isArticleHtml: rendering.isArticleHtml, ...options }),
    checkFiles: media.checkFiles,
    forkLog: publicLog.fork,
    openDemoAccounts: () => openDemoAccounts(db.query),
    sessions,
  });

  return {
    operator,
    mail,
    accountLinks,
    confirmations,
    resets,
    users,
    sessions,
    places,
    auth,
    categories,
    likes,
    items,
    readers,
    content,
    notifications,
    comments,
    keyed,
    publicLog,
    dailyAudit,
    ledger,
    desk,
    reviews,
    reports,
    admin,
    search,
    sitemap,
    pictures,
    rendering,
    storage,
    media,
    writing,
    workplace,
    profiles,
    forms,
    feeds,
    providers,
    social,
  };
}
export type Services = Awaited<ReturnType<typeof createServices>>;
