import { aboutPath, screens } from "@cairn/contract";
import { Link } from "react-router";
import { LineGlyph, type LineGlyphName } from "../art/LineGlyph.tsx";
import { Logo } from "../art/Logo.tsx";
import { currentSite } from "../lib/site.ts";
import * as kit from "../ui/kit.module.css";
import * as css from "./footer.module.css";

const quickLinks = [
  { to: screens.landing, label: "Home" },
  { to: screens.feed, label: "Feed" },
  { to: screens.category, label: "Category" },
  { to: screens.notifications, label: "Notifications" },
  { to: screens.library, label: "Library" },
  { to: screens.ledger, label: "Ledger" },
];

export function Footer() {
  const { name, tagline } = currentSite();
  return (
    <footer className={css.root}>
      <div className={`${kit.wrap} ${css.inner}`}>
        <div>
          <Logo size={26} />
          <p className={css.claim}>{tagline}</p>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links">Quick links</h2>
          <ul className={css.links}>
            {quickLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 id="footer-follow">Follow</h2>
          <ul className={css.follow} aria-labelledby="footer-follow">
            {socialLinks.map(({ name, href, glyph }) => (
              <li key={name}>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`${name} (opens in a new tab)`}
                >
                  <LineGlyph name={glyph} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className={kit.wrap}>
        <div className={css.legal}>
          <p>{`© 2025 ${name}`}</p>
          <OwnPages />
        </div>
      </div>
    </footer>
  );
}

/** The site's own pages (docs/rules.md#own-pages). The server puts them into pages of the build (lib/site-look.ts there). */
function OwnPages() {
  const { pages } = currentSite();
  if (pages.length === 0) return null;
  return (
    <nav aria-label="About this site">
      <ul>
        {pages.map(({ slug, title }) => (
          <li key={slug}>
            <Link dir="auto" to={aboutPath(slug)}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SocialLink {
  name: string;
  href: string;
  glyph: LineGlyphName;
}

/**
 * The footer's four external links (docs/rules.md#footer-links). Cairn has no accounts there: a school puts its own URLs here.
 */
const socialLinks: readonly SocialLink[] = [
  { name: "Facebook", href: "https://www.facebook.com/", glyph: "facebook" },
  { name: "Twitter", href: "https://x.com/", glyph: "twitter" },
  { name: "Instagram", href: "https://www.instagram.com/", glyph: "instagram" },
  { name: "LinkedIn", href: "https://www.linkedin.com/", glyph: "linkedin" },
];
