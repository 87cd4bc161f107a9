/** First link on the page, so that keyboard users can skip the navigation in one step. */
import * as css from "../ui/layout.module.css";

export function SkipLink() {
  return (
    <a className={css.skip} href="#main">
      Skip to content
    </a>
  );
}
