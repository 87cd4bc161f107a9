import { screens } from "@cairn/contract";
import { Link } from "react-router";
import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import * as css from "./first-steps.module.css";

const steps = [
  {
    to: screens.categoriesManagement,
    name: "Check the categories",
    text: "Writers choose one for every post.",
  },
  {
    to: screens.userManagement,
    name: "Add your writers",
    text: "They write; you or another admin approves.",
  },
  { to: screens.contentManagement, name: "Approve the first post", text: "Readers can then see it." },
] as const;

/** What to do first on a site that has no posts yet. */
export function FirstSteps() {
  return (
    <section className={`${cardCss.root} ${css.root}`} aria-labelledby="first-steps">
      <h2 className={partsCss.heading} id="first-steps">
        First steps
      </h2>
      <ol className={`${layoutCss.stack} ${layoutCss.gap3} ${partsCss.top4} ${css.list}`}>
        {steps.map(({ to, name, text }) => (
          <li key={to}>
            <Link className={layoutCss.link} to={to}>
              {name}
            </Link>
            <span className={`${partsCss.soft} ${layoutCss.small}`}> {text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
