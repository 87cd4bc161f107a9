import { screens } from "@cairn/contract";
import { ArrowRight } from "lucide-react";
import { ButtonLink } from "../../ui/Button.tsx";
import "./hero.css";

export function Hero() {
  return (
    <section className="hero">
      <h1>Explore verified tech wisdom from the community</h1>
      <div>
        <p className="hero-lead">Watch, read and listen to curated content from experts, alumni and peers.</p>
        <div className="hero-ways">
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
