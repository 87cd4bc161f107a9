import { join } from "node:path";
import { limits } from "@cairn/contract";
import type { FastifyBaseLogger } from "fastify";
import { lastBackup } from "./backup/last-backup.ts";
import { createKeyedCalls } from "./calls/idempotency.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import { firstStartOf } from "./db/migrate.ts";
import { sampleFeedsOf } from "./demo.ts";
import type { Changes } from "./events/changes.ts";
import { createJobRunner } from "./jobs/jobs.ts";
import type { Clock } from "./lib/clock.ts";
import { mailDomain } from "./lib/email.ts";
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
import { createProgramTokens } from "./modules/auth/program-tokens.ts";
import { createResetService } from "./modules/auth/reset.service.ts";
import { createLogHash, createResetCodeHash } from "./modules/auth/secrets.ts";
import { createSessions } from "./modules/auth/sessions.ts";
import { createAccessTokens } from "./modules/auth/tokens.ts";
import {
  captionsSentences,
  createCaptionsService,
  isCaptionsType,
} from "./modules/captions/captions.service.ts";
import { createCategoryService } from "./modules/categories/categories.service.ts";
import { createCodeCheckService } from "./modules/code-checks/code-checks.service.ts";
import { createCommentService } from "./modules/comments/comments.service.ts";
import { createCardService } from "./modules/content/cards/cards.service.ts";
import { createContentService } from "./modules/content/content.service.ts";
import { createDiscussed } from "./modules/content/list/discussed.ts";
import { createPublishedItems } from "./modules/content/list/published-items.ts";
import { createReaders } from "./modules/content/list/readers.ts";
import { createWorkplaceService } from "./modules/content/writing/workplace.service.ts";
import { createWritingService } from "./modules/content/writing/writing.service.ts";
import { createFeedService } from "./modules/feeds/feeds.service.ts";
import {
  createInvitationService,
  isListType,
  listSentences,
} from "./modules/invitations/invitations.service.ts";
import { createLedgerService } from "./modules/ledger/ledger.service.ts";
import { createLogService } from "./modules/ledger/log/log.service.ts";
import { readLogKeys } from "./modules/ledger/log/log-keys.ts";
import { createLogWitnesses } from "./modules/ledger/log/witnesses.ts";
import { createLikeService } from "./modules/likes/likes.service.ts";
import { createLinkService } from "./modules/links/links.service.ts";
import { createMailService } from "./modules/mail/mail.service.ts";
import { createOutbox } from "./modules/mail/outbox.ts";
import { createSmtp } from "./modules/mail/smtp.ts";
import { declaredKind, isTextPictureType, isUndeclared } from "./modules/media/file-kinds.ts";
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
import { createOwnPageService } from "./modules/settings/own-pages.service.ts";
import { createSettingsService, logoSentences } from "./modules/settings/settings.service.ts";
import { createBrand } from "./modules/settings/site-brand.ts";
import { createAdmission } from "./modules/social-login/provider-admission.ts";
import { createProviders } from "./modules/social-login/providers.ts";
import { createSocialLoginService } from "./modules/social-login/social-login.service.ts";
import { createRenewalService } from "./modules/standing/renewals.service.ts";
import { createStatusService } from "./modules/status/status.service.ts";
import { createSitemapService } from "./modules/syndication/sitemap.service.ts";
import { createSyndicationService } from "./modules/syndication/syndication.service.ts";
import { createUploadService } from "./modules/uploads/uploads.service.ts";
import { createListedAdmins } from "./modules/users/listed-admins.ts";
import { createUserService } from "./modules/users/users.service.ts";
import { createWebhookService } from "./modules/webhooks/webhooks.service.ts";
import { demoGrants, openDemoAccounts } from "./operator/demo-accounts.ts";
import { createOperatorService } from "./operator/operator.service.ts";
import type { RateLimits } from "./rate-limits/rate-limits.ts";
import { createDailyAudit } from "./verification/audit/daily-audit.ts";
import { checkLedger } from "./verification/ledger/ledger-check.ts";

export interface ServiceDependencies {
  readonly config: Config;
  readonly db: Database;
  /** Signs access tokens and media addresses. */
  readonly secret: string;
  readonly log: FastifyBaseLogger;
  /** Uploaded and demo files, in a folder or a bucket. */
  readonly store: MediaStore;
  readonly clock: Clock;
  /** Deadline, size and other settings of requests to external services; tests change them. */
  readonly externalLimits?: Partial<SafeFetchSettings>;
  /** Waits so many milliseconds of the clock between two questions about links; tests move the clock instead. */
  readonly linkPause?: (milliseconds: number) => Promise<void>;
  readonly rateLimits: RateLimits;
  readonly changes: Changes;
}

/** Creates every module's service, in the order of their dependencies. This is the only place that connects modules. */
export async function createServices(given: ServiceDependencies) {
  const { config, db, secret, store, clock, rateLimits, externalLimits, linkPause } = given;
  const { publicUrl, dataDir } = config;
  const jobs = createJobRunner(given);
  const activity = createActivityService({ db });
  const settings = await createSettingsService({ ...given, activity, fixed: config.fixedSettings });
  const site = settings.look;
  const brand = createBrand(site, settings);
  const base = { ...given, jobs, publicUrl, dataDir, site };

  const transport = config.smtpUrl
    ? createSmtp(config.smtpUrl, mailDomain(config.publicUrl))
    : createOutbox(join(dataDir, "outbox"));
  const mail = createMailService({ ...base, transport, from: config.mailFrom });
  const users = createUserService({ db, confirmedEmailToWrite: config.confirmedEmailToWrite });
  const listedAdmins = createListedAdmins({ db, emails: config.adminEmails, clock, note: activity.note });
  await listedAdmins.grantAll();
  const sessions = await createSessions({ ...base, accessTokens: createAccessTokens(secret) });
  const programTokens = createProgramTokens({ ...base, users });
  const webhooks = createWebhookService(base);
  const mails = createAuthMails(publicUrl, site);
  const invitations = createInvitationService({ ...base, settings, mail, mails, activity });
  const accountLinks = createAccountLinkService({ ...base, users, listedAdmins, mail, mails });
  const accounts = {
    users,
    listedAdmins,
    sessions,
    links: accountLinks,
    webhooks,
    passwords: createNewPasswords({ users, links: accountLinks, mail, mails }),
    places: createKnownPlaces(base),
    joining: invitations,
    mail,
    mails,
  };
  const auth = createAuthService({ ...base, ...accounts, hashForLog: createLogHash(secret) });
  const confirmations = createConfirmationService({ ...base, ...accounts, auth });
  const resets = createResetService({ ...base, ...accounts, hashCode: createResetCodeHash(secret) });

  const addresses = createMediaAddresses(secret);
  const categories = createCategoryService(base);
  const likes = createLikeService({ ...base, users });
  const items = createPublishedItems({ ...base, addresses });
  const readers = createReaders({ ...base, likes });
  const discussed = createDiscussed(base);
  const content = createContentService({
    ...base,
    users,
    likes,
    categories,
    items,
    readers,
    discussed,
    addresses,
  });
  const notifications = createNotificationService(base);
  const rendering = createRenderingService(base);
  const ownPages = createOwnPageService({ ...base, settings, rendering, activity });
  const storage = createStorageService({ db, ...config });
  /** What most use cases need. */
  const common = { ...base, users, content, notifications, rendering, storage, addresses, webhooks };
  const reading = createReadingService(common);
  const choices = createChoiceService(common);
  const push = createPushService({ ...common, sessions });
  const noticeDelivery = createNoticeDelivery({ ...common, mail, push, choices });
  const links = createLinkService({ ...common, pause: linkPause });
  const codeChecks = createCodeCheckService({ ...common, servesPython: config.pyodideDir !== null });
  const comments = createCommentService(common);
  const keyed = createKeyedCalls(base);

  const witnesses = createLogWitnesses({
    ...base,
    witnesses: config.witnesses,
    fetch: createSafeFetch({
      deadlineMs: 5_000,
      maxBytes: 65_536,
      hosts: new Set(config.witnesses.map(({ url }) => new URL(url).hostname)),
    }),
  });
  const logKeys = config.logKeys ?? (await readLogKeys(dataDir));
  const publicLog = createLogService({ ...base, witnesses, keys: logKeys });
  const dailyAudit = createDailyAudit({ ...base, isArticleHtml: rendering.isArticleHtml });
  const ledger = createLedgerService({ db, users, log: publicLog });
  const desk = createDeskService({ ...common, categories, ledger });
  const renewals = createRenewalService({ ...common, desk });
  const reviews = createReviewService({ ...common, desk, ledger, codeChecks, renewals });
  const reports = createReportService({ ...common, comments });
  const admin = {
    accounts: createAccountService({ ...base, auth, accountLinks, sessions, mail, mails, webhooks }),
    categories,
    categoryDesk: createCategoryDeskService(base),
    overview: createOverviewService({ ...base, dailyAudit }),
    activity,
  };
  const sitemap = createSitemapService(base);
  const syndication = createSyndicationService(base);
  const search = createSearchService({ ...common, categories });

  const files = createIncomingFiles(store.incoming);
  const pictures = createPictureProcess();
  const media = createMediaService({ ...common, files, pictures });
  const cards = createCardService({ content, ledger, media, pictures, site, brand });
  const background = createPictureProcess(backgroundLimits);
  createRenditionService({ ...base, files, media, pictures: background });
  // The embedded engine has only one process; with a database server, other instances may share the folder.
  await media.settleLeftOvers({ alone: db.engine === "embedded" });
  const uploads = createUploadService({
    ...common,
    media,
    files,
    recordingMaxBytes: config.recordingMaxBytes,
  });
  const textPictures = createPictureService({ ...common, media });
  const captions = createCaptionsService({ ...common, media });
  const series = createSeriesService(common);
  const writing = createWritingService({
    ...common,
    categories,
    media,
    uploads,
    pictures: textPictures,
    captions,
    ledger,
    renewals,
    codeChecks,
    series,
    memberWaitingPosts: config.memberWaitingPosts,
    embedHosts: config.embedHosts,
    settings,
  });
  const workplace = createWorkplaceService(common);
  const profiles = createProfileService({ ...common, auth, media, activity });
  const receiving = { rateLimits, ...files, ensureMayUpload: users.ensureMayWrite, room: storage.receive };
  const forms = createForms({
    ...receiving,
    accepts: (type) => declaredKind(type) !== null || isUndeclared(type),
  });
  const texts = {
    pictures: textPictures,
    forms: createForms({
      ...receiving,
      accepts: (type) => isTextPictureType(type) || isUndeclared(type),
      sentences: textPictureSentences,
      limit: "pictureByUser",
      maxBytes: limits.textPictureBytes,
    }),
  };
  const captionsForms = createForms({
    ...receiving,
    accepts: isCaptionsType,
    sentences: captionsSentences,
    limit: "pictureByUser",
    maxBytes: limits.captionsBytes,
  });
  const logoForms = createForms({
    ...receiving,
    accepts: (type) => isTextPictureType(type) || isUndeclared(type),
    sentences: logoSentences,
    limit: "pictureByUser",
    maxBytes: limits.logoBytes,
  });
  const listForms = createForms({
    ...receiving,
    accepts: isListType,
    sentences: listSentences,
    maxBytes: limits.importBytes,
  });
  const downloads = createDownloadService({ ...common, ledger, media });
  const workExports = createExportService({ ...common, downloads, files });
  const imports = createImportService({
    ...common,
    writing,
    series,
    pictures: textPictures,
    captions,
    files,
    recordingMaxBytes: config.recordingMaxBytes,
  });
  const archiveForms = createForms({ ...receiving, accepts: isArchiveType });
  const samples = config.seedDemo ? sampleFeedsOf(await firstStartOf(db.query)) : null;
  const feeds = await createFeedService({ ...base, samples });
  const status = createStatusService({
    ...base,
    mail,
    feeds,
    storage,
    dailyAudit,
    lastBackup: () => lastBackup(dataDir),
  });
  const providers = createProviders({ config, clock, limits: externalLimits });
  const admission = createAdmission({ ...base, ...accounts, auth });
  const social = createSocialLoginService({
    ...base,
    providers: providers.byId,
    showsNamed: config.seedDemo,
    admission,
    sessions,
  });

  const operator = createOperatorService({
    ...base,
    users,
    createSetPasswordLink: (userId) => accountLinks.createSetPasswordLink(userId),
    verifyLedger: (options) =>
      checkLedger(db.query, store, dataDir, { isArticleHtml: rendering.isArticleHtml, ...options }),
    checkFiles: media.checkFiles,
    forkLog: publicLog.fork,
    runLinks: links.runNow,
    checkSignIn: providers.check,
    mail,
    importFolder: imports.folder,
    openDemoAccounts: () => openDemoAccounts(db.query),
    demoGrants: () => demoGrants(db.query),
    sessions,
    webhooks,
  });

  return {
    settings,
    ownPages,
    site,
    brand,
    logoForms,
    invitations,
    listForms,
    jobs,
    operator,
    mail,
    accountLinks,
    confirmations,
    resets,
    users,
    sessions,
    programTokens,
    webhooks,
    places: accounts.places,
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
    cards,
    rendering,
    storage,
    media,
    series,
    uploads,
    writing,
    workplace,
    profiles,
    forms,
    texts,
    captions,
    captionsForms,
    downloads,
    workExports,
    imports,
    archiveForms,
    feeds,
    status,
    providers,
    social,
  };
}
export type Services = Awaited<ReturnType<typeof createServices>>;
