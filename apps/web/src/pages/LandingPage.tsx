import { screens } from "@cairn/contract";
import { ArrowRight } from "lucide-react";
import { Contours } from "../art/Contours.tsx";
import { Scene } from "../art/Scene.tsx";
import { Stones } from "../art/Stones.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Footer } from "../shells/Footer.tsx";
import { PublicHeader } from "../shells/PublicHeader.tsx";
import { SkipLink } from "../shells/SkipLink.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { Byline } from "../ui/Byline.tsx";
import { CategoryLine } from "../ui/CategoryLine.tsx";
import { cx } from "../ui/cx.ts";
import * as css from "../ui/layout.module.css";
import { MediaBox } from "../ui/MediaBox.tsx";
import * as partsCss from "../ui/parts.module.css";
import { VerifiedMark } from "../ui/VerifiedMark.tsx";
import { Kinds } from "./landing/Kinds.tsx";
import * as landingCss from "./landing-page.module.css";

/** Prerendered: it has no style attributes and is readable without scripts. */
export function LandingPage() {
  return (
    <>
      <PageTitle
        title="Verified tech wisdom from the community"
        description="Watch, read and listen to curated tech content from experts, alumni and peers, checked by named people."
      />
      <SkipLink />
      <PublicHeader />
      <main id="main" className={css.wrap} tabIndex={-1}>
        <Hero />
        <Stage />
        <Kinds />
        <ThreeStones />
        <JoinBand />
      </main>
      <Footer />
    </>
  );
}

function Hero() {
  return (
    <section className={landingCss.hero}>
      <h1>Explore verified tech wisdom from the community</h1>
      <div>
        <p className={landingCss.lead}>
          Watch, read and listen to curated content from experts, alumni and peers.
        </p>
        <div className={landingCss.ways}>
          <ButtonLink kind="primary" size="lg" to={screens.register}>
            Join Now
            <ArrowRight size={18} />
          </ButtonLink>
          <ButtonLink size="lg" to={screens.login}>
            Log In
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** A drawing of what Cairn looks like. Its two cards are part of the drawing and hidden from assistive technology. */
function Stage() {
  return (
    <div className={landingCss.stage} aria-hidden="true">
      <Scene name="landing" />
      <div className={`${landingCss.card} ${landingCss.video}`}>
        <MediaBox title="Postgres indexes that actually help" glyph="play" corner="18:42" />
        <div className={landingCss.videoText}>
          <div className={landingCss.cardMeta}>
            <CategoryLine type="Video" name="Fullstack Development" />
            <VerifiedMark form="dot" />
          </div>
          <p className={landingCss.cardTitle}>Postgres indexes that actually help</p>
        </div>
      </div>
      <div className={`${landingCss.card} ${landingCss.article}`}>
        <div className={landingCss.cardMeta}>
          <CategoryLine type="Article" name="Fullstack Development" />
          <VerifiedMark form="pill" />
        </div>
        <p className={landingCss.cardTitle}>Writing a Dockerfile you can trust</p>
        <Byline className={landingCss.author} name="Wanjiru Kamau" note="Article" />
      </div>
    </div>
  );
}

const steps = [
  { count: 1, name: "Shared", text: "A member submits a video or an article for approval." },
  { count: 2, name: "Checked", text: "Someone who knows the subject reads it, runs it and asks questions." },
  { count: 3, name: "Verified", text: "The name, the date and the exact revision stay on the page." },
] as const;

/** Explains how content earns its third stone. */
function ThreeStones() {
  return (
    <section className={landingCss.stones}>
      <div>
        <h2>Three stones make a trail you can trust</h2>
        <p className={landingCss.stonesText}>
          Travellers stack a cairn where the path is right. Members do the same with what they learn.
        </p>
      </div>
      <ol className={landingCss.steps}>
        {steps.map(({ count, name, text }) => (
          <li key={name}>
            <span
              className={cx(
                partsCss.tile,
                partsCss.sign,
                count === 3 && partsCss.isVerified,
                landingCss.sign,
              )}
            >
              <Stones size={34} count={count} />
            </span>
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function JoinBand() {
  return (
    <section className={landingCss.joinBand}>
      <Contours className={landingCss.contours} />
      <h2>The next stone could be yours</h2>
      <div className={landingCss.ways}>
        <ButtonLink className={landingCss.joinPrimary} kind="primary" size="lg" to={screens.register}>
          Join Now
        </ButtonLink>
        <ButtonLink className={landingCss.joinSecondary} size="lg" to={screens.login}>
          Log In
        </ButtonLink>
      </div>
    </section>
  );
}
