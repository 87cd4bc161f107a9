import type { PageAnswers, ShownSite } from "@cairn/contract";

export type PageName = keyof PageAnswers;

/** A page to render. */
export interface PageInput {
  readonly name: PageName;
  /** With its query. */
  readonly path: string;
  /** The head's tags that are the server's own. */
  readonly tags: string;
  readonly answers: PageAnswers[PageName];
  readonly site: ShownSite;
}

/** The task of the thread of pages, with its input and output. */
export interface PageTasks {
  page: [input: PageInput, html: string];
}
