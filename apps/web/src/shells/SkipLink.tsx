/** First on the page, so that the keyboard gets past the navigation in one step. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to content
    </a>
  );
}
