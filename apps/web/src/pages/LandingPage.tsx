import { PageTitle } from "../lib/PageTitle.tsx";
import { Footer } from "../shells/Footer.tsx";
import { PublicHeader } from "../shells/PublicHeader.tsx";
import { SkipLink } from "../shells/SkipLink.tsx";
import { Hero } from "./landing/Hero.tsx";
import { JoinBand } from "./landing/JoinBand.tsx";
import { Kinds } from "./landing/Kinds.tsx";
import { Stage } from "./landing/Stage.tsx";
import { ThreeStones } from "./landing/ThreeStones.tsx";

/** Prerendered: no style attributes, and nothing that needs a script to be read. */
export function LandingPage() {
  return (
    <>
      <PageTitle
        title="Verified tech wisdom from the community"
        description="Watch, read and listen to curated tech content from experts, alumni and peers, checked by named people."
      />
      <SkipLink />
      <PublicHeader />
      <main id="main" className="wrap" tabIndex={-1}>
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
