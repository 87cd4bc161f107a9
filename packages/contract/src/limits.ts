/** Numbers that both sides must agree on. Sizes are bytes, times are milliseconds unless the name says otherwise. */
export const limits = {
  nameLength: 120,
  emailLength: 254,
  phoneLength: 32,
  /** 8 to 128 characters, no other rule but the list of the commonest (docs/rules.md#passwords). */
  passwordMinLength: 8,
  passwordMaxLength: 128,
  titleLength: 160,
  bodyLength: 50_000,
  summaryLength: 300,
  commentLength: 4_000,
  /** Why something was flagged, removed or reported; also a note with an approval, and an answer to a flag. */
  reasonLength: 2_000,
  categoryLength: 80,
  categoryDescriptionLength: 500,
  /** Rows of an admin's list, and of the ledger. */
  adminPage: 20,
  ledgerPage: 50,
  /** Comments under an item at first, and of each next part. */
  commentsPage: 20,
  /** Items that one tab may have open on its live line. */
  watchedItems: 20,
  mediaAltLength: 500,
  /** What an item applies to: labels of an item, characters of a label, and labels in one answer. */
  labels: 10,
  labelLength: 40,
  labelsListed: 100,
  seriesDescriptionLength: 2_000,
  /** Items of a series, series of an author, and series in one answer. */
  seriesItems: 50,
  seriesOfAuthor: 200,
  seriesPage: 20,
  /** Items under an article that are like it. */
  relatedItems: 6,
  /** 50 MB (docs/evidence/spec-clauses.md#s9-upload). */
  uploadBytes: 52_428_800,
  /** 8 MB: what is sent again at most of a file that arrives in pieces. */
  pieceBytes: 8_388_608,
  /** 10 MB: a picture that stands in a text, and how many of them one text may have. */
  textPictureBytes: 10_485_760,
  textPictures: 30,
  /** 2 MB: a file of captions, and how many languages of them one item may have. */
  captionsBytes: 2_097_152,
  captionLanguages: 20,
  chapters: 100,
  chapterTitleLength: 100,
  /** Seconds of a film or recording: what a chapter can begin at. */
  mediaSeconds: 359_999,
  /** Pixels of an uploaded picture; anything larger is a decompression bomb or useless on a page. */
  picturePixels: 40_000_000,
  bioLength: 2_000,
  socialLinkCount: 10,
  socialLinkLabelLength: 60,
  socialLinkLength: 300,
  /** Weeks in the figures of an author, the current one included. */
  figureWeeks: 12,
  searchLength: 200,
  libraryPage: 12,
  /** Authors that a search finds at most. */
  foundAuthors: 6,
  /** docs/evidence/spec-clauses.md#s9-page-sizes; also how many live notifications the writers' block keeps. */
  notificationPage: 20,
  /** Symbols of a reset code, and how long it lives (docs/rules.md#reset-codes). */
  resetCodeLength: 6,
  resetCodeMinutes: 10,
  resetCodeTries: 5,
  interestCount: 10,
  interestLength: 40,
  /** Contract: `per_page` 1 to 100. */
  perPageMax: 100,
  perPageDefault: 10,
  /** Items that `page` reaches; beyond it only `cursor` does. */
  pageReach: 10_000,
  cursorLength: 200,
  /** Milliseconds before an address that is taken leads to the login screen (docs/evidence/spec-clauses.md#s8-register-conflict). */
  registerRedirectDelay: 3000,
  /** What the member home asks for (docs/evidence/spec-clauses.md#s9-page-sizes). */
  personalisedFeed: { page: 1, perPage: 10 },
  /** Items per section of the feed page, and per step of the home page (docs/evidence/spec-clauses.md#s9-page-sizes). */
  feedPageItems: 3,
  homePageItems: 6,
  /** An older list on the device is refreshed in the background (docs/rules.md#feed-cache). */
  feedCacheAge: 15 * 60 * 1000,
  /** A site's own name stands beside its logo on a phone. */
  siteNameLength: 40,
  taglineLength: 160,
  logoBytes: 2_097_152,
  /** Pages of the site's own. */
  ownPages: 20,
  ownPageSlugLength: 40,
  ownPageTitleLength: 80,
  /** Email domains whose owners may join. */
  joiningDomains: 50,
  /** Rows of the table of roles by groups. */
  providerGroups: 100,
  /** People who may join by one invitation, and lines of a list of people. */
  invitationUses: 1_000,
  importRows: 2_000,
  importBytes: 1_048_576,
  accessTokenSeconds: 15 * 60,
  refreshIdleDays: 14,
  refreshAbsoluteDays: 30,
} as const;
