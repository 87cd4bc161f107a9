interface NextPageProps {
  /** The list's own address, with its filter. */
  at: string;
  cursor: string | null | undefined;
}

/** Without JavaScript: the list's next page in place of Load More. */
export function NextPage({ at, cursor }: NextPageProps) {
  if (!cursor) return null;
  return (
    <noscript>
      <a href={`${at}${at.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`}>Load More</a>
    </noscript>
  );
}
