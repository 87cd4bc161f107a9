import { siteName } from "./site.ts";

interface PageTitleProps {
  /** Without the product's name. */
  title: string;
  description?: string;
  /** Tells search engines not to index the screen. */
  hidden?: boolean;
}

/** The title and description for the tab, search results and shared links. React moves these tags into the head. */
export function PageTitle({ title, description, hidden }: PageTitleProps) {
  return (
    <>
      <title>{`${title} · ${siteName()}`}</title>
      {description && <meta name="description" content={description} />}
      {hidden && <meta name="robots" content="noindex" />}
    </>
  );
}
