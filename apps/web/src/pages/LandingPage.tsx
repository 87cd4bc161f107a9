import { type ContentItem, screens } from "@cairn/contract";
import { ArrowRight } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { LogoLink, Stones } from "../art/Logo.tsx";
import { Scene } from "../art/Scene.tsx";
import { ringPath } from "../art/shapes.ts";
import { laterPart } from "../lib/later-part.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useNewestGiven } from "../lib/page-data.ts";
import { useIsSignedIn, useOwnHome } from "../lib/session/useSession.tsx";
import { currentSite } from "../lib/site.ts";
import { Footer } from "../shells/Footer.tsx";
import { SkipLink } from "../shells/SkipLink.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import * as buttonCss from "../ui/button.module.css";
import { cx } from "../ui/cx.ts";
import * as kit from "../ui/kit.module.css";
import * as signCss from "../ui/sign.module.css";
import * as contoursCss from "./landing/contours.module.css";
import { Kinds } from "./landing/Kinds.tsx";
import * as publicHeaderCss from "./landing/public-header.module.css";
import * as css from "./landing-page.module.css";

const newestParts = () => import("./landing/newest.tsx");
/** Without their code, the items stay the links that the page came with. */
const partsOrNever = () => newestParts().catch(() => new Promise<never>(() => {}));
const StageCards = laterPart(async () => (await partsOrNever()).StageCards);
const NewestItems = laterPart(async () => (await partsOrNever()).NewestItems);

/** Whole before any script: it has no style attributes, and what leads further is a link. */
export function LandingPage() {
  const newest = useNewest();
  const { audience, name } = currentSite();
  const isClosed = audience === "members";
  return (
    <>
      <PageTitle
        title="Verified tech wisdom from the community"
        description="Watch, read and listen to curated tech content from experts, alumni and peers, checked by named people."
      />
      <SkipLink />
      <PublicHeader />
      <main id="main" className={kit.wrap} tabIndex={-1}>
        <Hero isClosed={isClosed} />
        {/* A drawing with real items on it, or alone (docs/rules.md#landing-page). */}
        <div className={css.stage}>
          <Scene name="landing" />
          {newest && <StageCards items={newest} />}
        </div>
        <Kinds />
        <ThreeStones />
        {newest && <NewestItems items={newest} />}
        <p className={css.proof}>
          Every verified post names who checked it, which revision, and when.{" "}
          {isClosed ? (
            `What is on ${name} is for its members.`
          ) : (
            <Link className={kit.link} to={screens.ledger}>
              Read every decision in the ledger
            </Link>
          )}
        </p>
        <JoinBand />
      </main>
      <Footer />
    </>
  );
}

/** The newest items: the page came with them, or they are fetched once it is shown, if the reader may see them. */
function useNewest(): readonly ContentItem[] | undefined {
  const given = useNewestGiven();
  const isMember = useIsSignedIn();
  const mayAsk = isMember || currentSite().audience === "everyone";
  const [fetched, setFetched] = useState<readonly ContentItem[]>();
  useEffect(() => {
    if (given || !mayAsk) return;
    const control = new AbortController();
    newestParts()
      .then(async ({ loadNewest }) => setFetched((await loadNewest(control.signal)).items))
      .catch(() => {});
    return () => control.abort();
  }, [given, mayAsk]);
  return given ?? fetched;
}

function Hero({ isClosed }: { isClosed: boolean }) {
  const home = useOwnHome();
  const { tagline } = currentSite();
  return (
    <section className={css.hero}>
      <h1>Explore verified tech wisdom from the community</h1>
      <div>
        <p className={css.lead}>
          {(isClosed && tagline) ||
            "Watch, read and listen to curated content from experts, alumni and peers."}
        </p>
        <div className={css.ways}>
          {home ? (
            <ButtonLink kind="primary" size="lg" to={home}>
              Your home
            </ButtonLink>
          ) : (
            <span className={cx(buttonCss.root, buttonCss.lg, css.homeSpace)} aria-hidden="true">
              Your home
            </span>
          )}
          <ButtonLink kind={home ? "secondary" : "primary"} size="lg" to={screens.register}>
            Join Now
            <ArrowRight size={18} />
          </ButtonLink>
          <ButtonLink size="lg" to={screens.login}>
            Log In
          </ButtonLink>
          {!isClosed && (
            <ButtonLink kind="ghost" size="lg" to={screens.library}>
              Browse the library
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
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
    <section className={css.stones}>
      <div>
        <h2 className={kit.display}>Three stones make a trail you can trust</h2>
        <p className={`${kit.lead} ${css.stonesText}`}>
          Travellers stack stones where the path is right. Members do the same with what they learn.
        </p>
      </div>
      <ol className={`${kit.lined} ${css.steps}`}>
        {steps.map(({ count, name, text }) => (
          <li key={name}>
            <span className={cx(kit.tile, signCss.root, count === 3 && signCss.isVerified, css.sign)}>
              <Stones size={34} count={count} />
            </span>
            <div>
              <h3 className={kit.heading}>{name}</h3>
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
    <section className={css.joinBand}>
      <Contours className={css.contours} />
      <h2 className={kit.display}>The next stone could be yours</h2>
      <div className={css.ways}>
        <ButtonLink className={css.joinPrimary} kind="primary" size="lg" to={screens.register}>
          Join Now
        </ButtonLink>
        <ButtonLink className={css.joinSecondary} size="lg" to={screens.login}>
          Log In
        </ButtonLink>
      </div>
    </section>
  );
}

const rings = Array.from({ length: 10 }, (_, index) =>
  ringPath({
    center: [330, 262],
    radius: 344 - index * 33.25,
    phases: [0.72, 2.1 + index * 0.12, index * 0.4],
  }),
);

/** The lines of a hill on a map, for a dark ground. Decoration. */
function Contours({ className }: { className?: string }) {
  return (
    <svg className={cx(contoursCss.root, className)} viewBox="0 0 620 520" aria-hidden="true">
      {rings.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** The landing page's header, lighter than the bar of the inner pages. */
function PublicHeader() {
  return (
    <header className={`${kit.wrap} ${kit.row} ${kit.gap2} ${publicHeaderCss.root}`}>
      <LogoLink to={screens.landing} size={30} />
      <ButtonLink kind="ghost" to={screens.login}>
        Log In
      </ButtonLink>
      <ButtonLink kind="primary" to={screens.register}>
        Join Now
      </ButtonLink>
    </header>
  );
}
