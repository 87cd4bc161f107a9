import { LibraryTools } from "../features/library/LibraryTools.tsx";
import { useLibraryFilter } from "../features/library/useLibraryFilter.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { LibraryResults } from "./library/LibraryResults.tsx";
import "./library/library.css";

const description = "Verified articles, videos and recordings of the community, by category, type and words.";

/** Everything that is published on Cairn, for anybody (D69). */
export function LibraryPage() {
  const search = useLibraryFilter();
  return (
    <>
      <PageTitle title="Library" description={description} />
      <header className="library-head">
        <h1 className="h1">Library</h1>
        <p className="sub">Everything published on Cairn, each piece checked by a reviewer.</p>
      </header>
      <LibraryTools search={search} />
      <LibraryResults filter={search.filter} onChange={search.choose} />
    </>
  );
}
