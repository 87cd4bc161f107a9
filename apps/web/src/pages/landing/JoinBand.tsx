import { screens } from "@cairn/contract";
import { Contours } from "../../art/Contours.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import "./join-band.css";

export function JoinBand() {
  return (
    <section className="join-band">
      <Contours />
      <h2>The next stone could be yours</h2>
      <div className="join-band-ways">
        <ButtonLink kind="primary" size="lg" to={screens.register}>
          Join Now
        </ButtonLink>
        <ButtonLink size="lg" to={screens.login}>
          Log In
        </ButtonLink>
      </div>
    </section>
  );
}
