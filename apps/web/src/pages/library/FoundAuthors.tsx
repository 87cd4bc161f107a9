import { authorPath } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { authorsNamedQuery } from "../../features/authors/authors.queries.ts";
import { Byline } from "../../ui/Byline.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as css from "./library.module.css";

/** The authors whose names have the words of the search; nothing where there are none (docs/rules.md#d114). */
export function FoundAuthors({ words }: { words: string }) {
  const { data: authors = [] } = useQuery(authorsNamedQuery(words));
  if (words === "" || authors.length === 0) return null;
  return (
    <section className={css.authors} aria-labelledby="found-authors">
      <h2 className={layoutCss.h3} id="found-authors">
        Authors
      </h2>
      <ul>
        {authors.map(({ id, name, avatar_url, items }) => (
          <li key={id}>
            <Byline
              name={name}
              photo={avatar_url}
              size={36}
              to={authorPath(id)}
              note={items === 1 ? "1 published post" : `${items} published posts`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
