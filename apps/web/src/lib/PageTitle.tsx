interface PageTitleProps {
  /** Without the product's name. */
  title: string;
  description?: string;
  /** A screen that search engines should leave alone. */
  hidden?: boolean;
}

/** What the tab, search results and shared links say. React moves these into the head. */
export function PageTitle({ title, description, hidden }: PageTitleProps) {
  return (
    <>
      <title>{`${title} · Cairn`}</title>
      {description && <meta name="description" content={description} />}
      {hidden && <meta name="robots" content="noindex" />}
    </>
  );
}
