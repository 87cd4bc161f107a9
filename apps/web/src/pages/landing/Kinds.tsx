import { screens } from "@cairn/contract";
import { StretchedLink } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { type TileType, TypeTile } from "../../ui/TypeTile.tsx";
import * as css from "./kinds.module.css";

interface Kind {
  verb: string;
  text: string;
  type: TileType;
  glyph?: "play" | "listen";
}

const kinds: readonly Kind[] = [
  {
    verb: "Watch",
    text: "Talks, demos and code walk-throughs at your own pace.",
    type: "Video",
    glyph: "play",
  },
  {
    verb: "Read",
    text: "Articles with the commands, the numbers and the caveats.",
    type: "Article",
  },
  {
    verb: "Listen",
    text: "Conversations for the commute, with alumni now in industry.",
    type: "Audio",
    glyph: "listen",
  },
];

/** The three kinds of content, each leading to its part of the library, without examples: an invented one may not exist here (docs/rules.md#landing-page). */
export function Kinds() {
  return (
    <section className={css.root} aria-label="Watch, read and listen">
      {kinds.map(({ verb, text, type, glyph }) => (
        <div key={verb} className={css.kind}>
          <h2 className={kit.row}>
            <TypeTile type={type} size={40} />
            <StretchedLink to={`${screens.library}?type=${type}`}>{verb}</StretchedLink>
          </h2>
          <p>{text}</p>
          <MediaBox className={css.picture} title={verb} glyph={glyph} />
        </div>
      ))}
    </section>
  );
}
