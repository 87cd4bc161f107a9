/** First link on the page, so that keyboard users can skip the navigation in one step. */
import * as css from "./skip-link.module.css";

export function SkipLink() {
  return (
    <a className={css.root} href="#main">
      Skip to content
    </a>
  );
}
