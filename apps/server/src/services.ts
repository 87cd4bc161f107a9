import { join } from "node:path";
import { limits as bounds } from "@cairn/contract";
import type { FastifyBaseLogger } from "fastify";
import { createKeyedCalls } from "./calls/idempotency.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { firstStartOf } from "./db/migrate.ts";
import { sampleFeedsOf } from "./demo.ts";
import type { Changes } from "./events/changes.ts";
import type { Clock } from "./lib/clock.ts";
import { createSafeFetch, type SafeFetchSettings } from "./lib/safe-fetch.ts";
import type { Limits } from "./limits/limits.ts";
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
import { createCodeCheckService } from "./modules/code-checks/code-checks.service.ts";
import { createCommentService } from "./modules/comments/comments.service.ts";
import { createCardService } from "./modules/content/cards/cards.service.ts";
import { createContentService } from "./modules/content/content.service.ts";
import { createDiscussed } from "./modules/content/discussed.ts";
import { createPublishedItems } from "./modules/content/published-items.ts";
import { createReaders } from "./modules/content/readers.ts";
import { createWorkplaceService } from "./modules/content/workplace.service.ts";
import { createWritingService } from "./modules/content/writing.service.ts";
import { createFeedService } from "./modules/feeds/feeds.service.ts";
import { createLedgerService } from "./modules/ledger/ledger.service.ts";
import { createLogService } from "./modules/ledger/log/log.service.ts";
import { readLogKeys } from "./modules/ledger/log/log-keys.ts";
import { createLogWitnesses } from "./modules/ledger/log/witnesses.ts";
import { createLikeService } from "./modules/likes/likes.service.ts";
import { createLinkService } from "./modules/links/links.service.ts";
import { createMailService } from "./modules/mail/mail.service.ts";
import { createOutbox } from "./modules/mail/outbox.ts";
import { createSmtp } from "./modules/mail/smtp.ts";
import { declaredKind, isTextPictureType } from "./modules/media/file-kinds.ts";
import { createForms } from "./modules/media/forms.ts";
import { createIncomingFiles } from "./modules/media/incoming-files.ts";
import { textPictureSentences } from "./modules/media/intake.ts";
import { createMediaService } from "./modules/media/media.service.ts";
import { createMediaAddresses } from "./modules/media/media-addresses.ts";
import { backgroundLimits, createPictureProcess } from "./modules/media/pictures/picture-process.ts";
import { createRenditionService } from "./modules/media/renditions.service.ts";
import { createStorageService } from "./modules/media/storage.service.ts";
import type { MediaStore } from "./modules/media/store/media-store.ts";
import { createDownloadService } from "./modules/moving/download.service.ts";
import { createExportService } from "./modules/moving/exports.service.ts";
import { createImportService } from "./modules/moving/import.service.ts";
import { isArchiveType } from "./modules/moving/import-sources.ts";
import { createChoiceService } from "./modules/notice-delivery/choices.service.ts";
import { createNoticeDelivery } from "./modules/notice-delivery/notice-delivery.service.ts";
import { createNotificationService } from "./modules/notifications/notifications.service.ts";
import { createPictureService } from "./modules/pictures/pictures.service.ts";
import { createProfileService } from "./modules/profiles/profiles.service.ts";
import { createPushService } from "./modules/push/push.service.ts";
import { createReadingService } from "./modules/reading/reading.service.ts";
import { createRenderingService } from "./modules/rendering/rendering.service.ts";
import { createReportService } from "./modules/reports/reports.service.ts";
import { createDeskService } from "./modules/reviews/desk.service.ts";
import { createReviewService } from "./modules/reviews/reviews.service.ts";
import { createSearchService } from "./modules/search/search.service.ts";
import { createSeriesService } from "./modules/series/series.service.ts";
import { createAdmission } from "./modules/social-login/admission.ts";
import { createProviders } from "./modules/social-login/providers.ts";
import { createSocialLoginService } from "./modules/social-login/social-login.service.ts";
import { createRenewalService } from "./modules/standing/renewals.service.ts";
import { createSitemapService } from "./modules/syndication/sitemap.service.ts";
import { createSyndicationService } from "./modules/syndication/syndication.service.ts";
import { createListedAdmins } from "./modules/users/listed-admins.ts";
import { createUserService } from "./modules/users/users.service.ts";
import { demoGrants, openDemoAccounts } from "./operator/demo-accounts.ts";
import { createOperatorService } from "./operator/operator.service.ts";
import { createDailyAudit } from "./verification/audit/daily-audit.ts";
import { checkLedger } from "./verification/ledger/ledger-check.ts";

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
  /** Waits so many milliseconds of the clock between two questions about links; tests move the clock instead. */
  readonly linkPause?: (milliseconds: number) => Promise<void>;
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
  linkPause,
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
  const sessions = await createSessions({ db, accessTokens: createAccessTokens(secret), clock, log });
  const mails = createAuthMails(config.publicUrl);
  const accountLinks = createAccountLinkService({ db, users, listedAdmins, mail, mails, limits, clock });
  const passwords = createNewPasswords({ users, links: accountLinks, mail, mails });
  const places = createKnownPlaces({ db, secret, clock });
  const authDependencies = {
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
  const auth = createAuthService({ ...authDependencies, hashForLog: createLogHash(secret) });
  const confirmations = createConfirmationService({ ...authDependencies, auth });
  const resets = createResetService({
    ...authDependencies,
    mail,
    mails,
    hashCode: createResetCodeHash(secret),
  });
  const addresses = createMediaAddresses(secret);
  const categories = createCategoryService({ db, changes });
  const likes = createLikeService({ db, limits, clock });
  const items = createPublishedItems({ db, addresses, changes, clock });
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
  const reading = createReadingService({ db, users, content, limits, clock });
  const choices = createChoiceService({ db, users, limits, clock });
  const push = createPushService({ db, users, sessions, limits, config, secret, clock, log, externalLimits });
  const noticeDelivery = createNoticeDelivery({
    db,
    mail,
    push,
    choices,
    notifications,
    secret,
    publicUrl: config.publicUrl,
    clock,
    log,
  });
  const links = createLinkService({
    db,
    content,
    notifications,
    config,
    clock,
    log,
    externalLimits,
    pause: linkPause,
  });
  const rendering = createRenderingService({ log });
  const codeChecks = createCodeCheckService({
    db,
    content,
    rendering,
    servesPython: config.pyodideDir !== null,
  });
  const storage = createStorageService({ db, ...config });
  const comments = createCommentService({
    db,
    users,
    content,
    notifications,
    rendering,
    storage,
    limits,
    clock,
  });
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
  const renewals = createRenewalService({ db, desk, notifications, clock });
  const reviews = createReviewService({ desk, ledger, codeChecks, renewals, notifications, clock });
  const reports = createReportService({ db, users, content, comments, limits, clock });
  const admin = {
    accounts: createAccountService({ db, auth, accountLinks, sessions, clock }),
    categories,
    categoryDesk: createCategoryDeskService({ db, clock }),
    overview: createOverviewService({ db, dailyAudit, clock }),
    activity,
  };
  const sitemap = createSitemapService({ db, changes, publicUrl: config.publicUrl });
  const syndication = createSyndicationService({ db });
  const search = createSearchService({ db, categories, content });
  const files = createIncomingFiles(store.incoming);
  const pictures = createPictureProcess();
  const cards = createCardService({ content, pictures });
  const media = createMediaService({ db, addresses, files, store, pictures, storage, clock });
  const renditions = createRenditionService({
    db,
    files,
    store,
    media,
    pictures: createPictureProcess(backgroundLimits),
    clock,
    log,
  });
  // The embedded engine has only one process; with a database server, other instances may share the folder.
  await media.settleLeftOvers({ alone: db.engine === "embedded" });
  const textPictures = createPictureService({ db, users, media, addresses, rendering, clock });
  const series = createSeriesService({ db, users, content, limits, clock });
  const writing = createWritingService({
    db,
    users,
    categories,
    content,
    media,
    pictures: textPictures,
    ledger,
    renewals,
    notifications,
    rendering,
    codeChecks,
    series,
    storage,
    limits,
    memberWaitingPosts: config.memberWaitingPosts,
    clock,
  });
  const workplace = createWorkplaceService({ db, users, content, clock });
  const profiles = createProfileService({ db, users, auth, content, media, addresses, activity, clock });
  const receiving = { limits, ...files, ensureMayUpload: users.ensureMayWrite, room: storage.receive };
  const forms = createForms({ ...receiving, accepts: (type) => declaredKind(type) !== null });
  const texts = {
    pictures: textPictures,
    forms: createForms({
      ...receiving,
      accepts: isTextPictureType,
      sentences: textPictureSentences,
      limit: "pictureByUser",
      maxBytes: bounds.textPictureBytes,
    }),
  };
  const downloads = createDownloadService({ db, users, ledger, media, limits });
  const workExports = createExportService({
    db,
    users,
    downloads,
    notifications,
    addresses,
    files,
    store,
    storage,
    clock,
    log,
  });
  const imports = createImportService({
    db,
    users,
    writing,
    series,
    pictures: textPictures,
    files,
    limits,
    clock,
  });
  const archiveForms = createForms({ ...receiving, accepts: isArchiveType });
  const feeds = await createFeedService({
    config,
    db,
    changes,
    clock,
    log,
    externalLimits,
    samples: config.seedDemo ? sampleFeedsOf(await firstStartOf(db.query)) : null,
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
    runLinks: links.runNow,
    importFolder: imports.folder,
    openDemoAccounts: () => openDemoAccounts(db.query),
    demoGrants: () => demoGrants(db.query),
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
    links,
    items,
    readers,
    content,
    reading,
    choices,
    noticeDelivery,
    push,
    notifications,
    codeChecks,
    comments,
    keyed,
    publicLog,
    dailyAudit,
    ledger,
    desk,
    reviews,
    renewals,
    reports,
    admin,
    search,
    sitemap,
    syndication,
    pictures,
    renditions,
    cards,
    rendering,
    storage,
    media,
    series,
    writing,
    workplace,
    profiles,
    forms,
    texts,
    downloads,
    workExports,
    imports,
    archiveForms,
    feeds,
    providers,
    social,
  };
}
export type Services = Awaited<ReturnType<typeof createServices>>;
