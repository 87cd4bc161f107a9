import { messages } from "@cairn/contract";
import { isSameFilter, type LibraryFilter, wholeLibrary } from "../../features/library/library-filter.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/State.tsx";

interface LibraryEmptyProps {
  filter: LibraryFilter;
  onChange: (change: Partial<LibraryFilter>) => void;
}

/** Nothing fits; the way out is to ask for more. */
export function LibraryEmpty({ filter, onChange }: LibraryEmptyProps) {
  if (filter.q !== "") {
    const isNarrow = filter.type !== "" || filter.category !== "";
    return (
      <EmptyState
        spot="search"
        title={messages.noMatchingPosts}
        text={
          isNarrow ? "Fewer words or another filter may find more." : "Fewer or other words may find more."
        }
        action={<Button onClick={() => onChange({ q: "" })}>Clear search</Button>}
      />
    );
  }
  if (isSameFilter(filter, wholeLibrary)) {
    return <EmptyState title={messages.noContent} text="New pieces appear here after they are verified." />;
  }
  return (
    <EmptyState
      title={messages.noContent}
      action={<Button onClick={() => onChange(wholeLibrary)}>Show the whole library</Button>}
    />
  );
}
