import { type Embed, embedPlayer, embedSiteOf, type Media, readMoment } from "@cairn/contract";
import { Play } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { mediaSource, sourcesOf } from "../../lib/api/media-source.ts";
import { Button } from "../../ui/Button.tsx";
import * as kit from "../../ui/kit.module.css";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { PlayerFrame } from "../../ui/PlayerFrame.tsx";
import { Text } from "../../ui/Text.tsx";
import * as css from "./item-media.module.css";

/** A press on a moment of a film. */
export interface MomentPress {
  /** Seconds. */
  readonly at: number;
  /** Tells one press from another at the same moment. */
  readonly pressed: number;
}

interface EmbedPartProps {
  title: string;
  embed: Embed;
  cover?: Media | null | undefined;
  /** The address of the picture that its author chose for the film. */
  poster?: string | null | undefined;
  /** Where the film begins without a press of its own button. */
  from?: MomentPress | undefined;
}

/** A film of another site: nothing is asked of that site before a press (docs/rules.md#films-of-other-sites). */
export function EmbedPart({ title, embed, cover, poster, from }: EmbedPartProps) {
  const [isPressed, setPressed] = useState(false);
  const start = readMoment(useSearchParams()[0].get("t") ?? "") ?? 0;
  const site = embedSiteOf(embed);
  const player = embedPlayer(embed, from?.at ?? start);
  const isShown = isPressed || from !== undefined;
  const ofCover = cover && { src: mediaSource(cover.url), sources: sourcesOf(cover), colour: cover.colour };
  return (
    <>
      {isShown ? (
        <PlayerFrame
          key={from?.pressed}
          className={css.player}
          src={player}
          title={title}
          ref={from ? undefined : focus}
        />
      ) : (
        <div className={css.embed}>
          <MediaBox
            className={css.embedCover}
            title={title}
            {...(poster ? { src: mediaSource(poster) } : ofCover)}
            sizes="(max-width: 860px) 92vw, 736px"
            isFirst
          />
          <Button
            kind="primary"
            size="lg"
            className={`${css.play} ${kit.scripted}`}
            onClick={() => setPressed(true)}
          >
            <Play size={18} />
            Play from {site}
          </Button>
        </div>
      )}
      <Text kind="note" above={1}>
        {!isShown && `Loads the film from ${new URL(player).host}, which then knows that you watch it. `}
        <a className={kit.link} href={embed.address} target="_blank" rel="noopener">
          Watch on {site}
        </a>
      </Text>
    </>
  );
}

const focus = (frame: HTMLIFrameElement | null) => frame?.focus();
