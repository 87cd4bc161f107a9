import { MediaBox } from "../../ui/MediaBox.tsx";
import * as partsCss from "../../ui/parts.module.css";
import { type TileType, TypeTile } from "../../ui/TypeTile.tsx";
import * as css from "./kinds.module.css";

interface Kind {
  verb: string;
  text: string;
  type: TileType;
  glyph?: "play" | "listen";
  example: string;
}

const kinds: readonly Kind[] = [
  {
    verb: "Watch",
    text: "Talks, demos and code walk-throughs at your own pace.",
    type: "Video",
    glyph: "play",
    example: "React Server Components, slowly",
  },
  {
    verb: "Read",
    text: "Articles with the commands, the numbers and the caveats.",
    type: "Article",
    example: "Writing a Dockerfile you can trust",
  },
  {
    verb: "Listen",
    text: "Conversations for the commute, with alumni now in industry.",
    type: "Audio",
    glyph: "listen",
    example: "What I learned in my first on-call week",
  },
];

/**
 * The three kinds of content. Examples are labelled as such: they may not exist here, so they have no author, length or
 * mark (docs/rules.md#d60).
 */
export function Kinds() {
  return (
    <section className={css.root} aria-label="Watch, read and listen">
      {kinds.map(({ verb, text, type, glyph, example }) => (
        <div key={verb} className={css.kind}>
          <h2>
            <TypeTile type={type} size={42} />
            {verb}
          </h2>
          <p>{text}</p>
          <div className={css.example}>
            <MediaBox className={css.picture} size="sm" title={example} glyph={glyph} />
            <p>
              <b>{example}</b>
              <span className={partsCss.note}>Example · {type.toLowerCase()}</span>
            </p>
          </div>
        </div>
      ))}
    </section>
  );
}
