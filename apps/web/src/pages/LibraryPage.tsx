import { LibraryTools } from "../features/library/LibraryTools.tsx";
import { useLibraryFilter } from "../features/library/useLibraryFilter.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import * as layoutCss from "../ui/layout.module.css";
import * as partsCss from "../ui/parts.module.css";
import { FoundAuthors } from "./library/FoundAuthors.tsx";
import { LibraryResults } from "./library/LibraryResults.tsx";

const description = "Verified articles, videos and recordings of the community, by category, type and words.";

/** Everything published on Cairn, open to everyone (docs/rules.md#d69). */
export function LibraryPage() {
  const search = useLibraryFilter();
  return (
    <>
      <PageTitle title="Library" description={description} />
      <header className={partsCss.bottom5}>
        <h1 className={layoutCss.h1}>Library</h1>
        <p className={layoutCss.sub}>Everything published on Cairn, each piece checked by a reviewer.</p>
      </header>
      <LibraryTools search={search} />
      <FoundAuthors words={search.filter.q} />
      <LibraryResults filter={search.filter} onChange={search.choose} />
    </>
  );
}
