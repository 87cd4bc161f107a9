/** The tasks of the rendering thread, with their input and output. */
export interface Tasks {
  article: [source: string, html: string];
  comment: [source: string, html: string];
  isArticleHtml: [stored: { source: string; html: string }, isSo: boolean];
}
