import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Clock } from "./lib/clock.ts";
import type { SafeFetchSettings } from "./lib/safe-fetch.ts";
import { createAccountService } from "./modules/admin/accounts.service.ts";
import { createActivityService } from "./modules/admin/activity.service.ts";
import { createCategoryDeskService } from "./modules/admin/category-desk.service.ts";
import { createOverviewService } from "./modules/admin/overview.service.ts";
import { createAuthService } from "./modules/auth/auth.service.ts";
import { createSessions } from "./modules/auth/sessions.ts";
import { createAccessTokens } from "./modules/auth/tokens.ts";
import { createCategoryService } from "./modules/categories/categories.service.ts";
import { createCommentService } from "./modules/comments/comments.service.ts";
import { createContentService } from "./modules/content/content.service.ts";
import { createWorkplaceService } from "./modules/content/workplace.service.ts";
import { createWritingService } from "./modules/content/writing.service.ts";
import { createFeedService } from "./modules/feeds/feeds.service.ts";
import { createLedgerService } from "./modules/ledger/ledger.service.ts";
import { createLikeService } from "./modules/likes/likes.service.ts";
import { declaredKind } from "./modules/media/kinds.ts";
import { createMediaService } from "./modules/media/media.service.ts";
import { createMediaAddresses } from "./modules/media/media-addresses.ts";
import { createMediaFiles } from "./modules/media/media-files.ts";
import { createPictureProcess } from "./modules/media/pictures/picture-process.ts";
import { createProfileService } from "./modules/profiles/profiles.service.ts";
import { createReportService } from "./modules/reports/reports.service.ts";
import { createDeskService } from "./modules/reviews/desk.service.ts";
import { createReviewService } from "./modules/reviews/reviews.service.ts";
import { createSearchService } from "./modules/search/search.service.ts";
import { createUserService } from "./modules/users/users.service.ts";
import { createForms } from "./plugins/forms.ts";
import { createKeyedCalls } from "./plugins/idempotency.ts";
import type { Limits } from "./plugins/limits.ts";

export interface ServiceDependencies {
  readonly config: Config;
  readonly db: Database;
  /** Signs access tokens and media addresses. */
  readonly secret: string;
  readonly log: FastifyBaseLogger;
  /** Where uploaded and demo files lie. */
  readonly mediaDir: string;
  readonly clock: Clock;
  /** How calls to the outside are bounded; tests shorten it. */
  readonly outsideLimits?: Partial<SafeFetchSettings>;
  readonly limits: Limits;
}

/** Every module's service, wired in the order in which they need one another. The one place where modules meet. */
export async function createServices({
  config,
  db,
  secret,
  log,
  mediaDir,
  clock,
  limits,
  outsideLimits,
}: ServiceDependencies) {
  const users = createUserService({ db });
  const sessions = await createSessions({ db, accessTokens: createAccessTokens(secret), clock });
  const auth = createAuthService({ users, sessions, limits, clock });
  const addresses = createMediaAddresses(secret);
  const categories = createCategoryService({ db });
  const likes = createLikeService({ db, users, limits, clock });
  const content = createContentService({ db, users, likes, categories, addresses, clock });
  const comments = createCommentService({ db, users, content, limits, clock });
  const keyed = createKeyedCalls({ db, clock });
  const ledger = createLedgerService({ db });
  const desk = createDeskService({ db, categories, ledger, addresses, clock });
  const reviews = createReviewService({ db, ledger, clock });
  const reports = createReportService({ db, users, content, limits, clock });
  const admin = {
    accounts: createAccountService({ db, auth, sessions, clock }),
    categories,
    categoryDesk: createCategoryDeskService({ db, clock }),
    overview: createOverviewService({ db, clock }),
    activity: createActivityService({ db }),
  };
  const search = createSearchService({ db, categories, content });
  const files = await createMediaFiles(mediaDir);
  const pictures = createPictureProcess();
  const media = createMediaService({ db, addresses, files, pictures, clock });
  await media.recover();
  const writing = createWritingService({ db, users, categories, content, media, ledger, limits, clock });
  const workplace = createWorkplaceService({ db, users, content, clock });
  const profiles = createProfileService({ db, users, auth, media, addresses });
  const forms = createForms({ limits, ...files, accepts: (type) => declaredKind(type) !== null });
  const feeds = await createFeedService({ config, db, clock, log, outsideLimits });

  return {
    users,
    sessions,
    auth,
    categories,
    likes,
    content,
    comments,
    keyed,
    ledger,
    desk,
    reviews,
    reports,
    admin,
    search,
    pictures,
    media,
    writing,
    workplace,
    profiles,
    forms,
    feeds,
  };
}
