import { Scene } from "../../art/Scene.tsx";
import { Byline } from "../../ui/Byline.tsx";
import { CategoryLine } from "../../ui/CategoryLine.tsx";
import { MediaBox } from "../../ui/MediaBox.tsx";
import { VerifiedMark } from "../../ui/VerifiedMark.tsx";
import "./stage.css";

/** A drawing of what Cairn looks like. Its two cards are part of the drawing: nobody is told that they exist. */
export function Stage() {
  return (
    <div className="stage" aria-hidden="true">
      <Scene name="landing" />
      <div className="stage-card stage-video">
        <MediaBox title="Postgres indexes that actually help" glyph="play" corner="18:42" />
        <div className="stage-video-text">
          <div className="stage-meta">
            <CategoryLine type="Video" name="Fullstack Development" />
            <VerifiedMark form="dot" />
          </div>
          <p className="stage-title">Postgres indexes that actually help</p>
        </div>
      </div>
      <div className="stage-card stage-article">
        <div className="stage-meta">
          <CategoryLine type="Article" name="Fullstack Development" />
          <VerifiedMark form="pill" />
        </div>
        <p className="stage-title">Writing a Dockerfile you can trust</p>
        <Byline name="Wanjiru Kamau" note="Article" />
      </div>
    </div>
  );
}
