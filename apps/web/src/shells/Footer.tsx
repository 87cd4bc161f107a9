import { screens } from "@cairn/contract";
import { Link } from "react-router";
import { LineGlyph } from "../art/brand/LineGlyph.tsx";
import { Logo } from "../art/Logo.tsx";
import "./footer.css";
import { socialLinks } from "./social-links.ts";

const quickLinks = [
  { to: screens.landing, label: "Home" },
  { to: screens.feed, label: "Feed" },
  { to: screens.category, label: "Category" },
  { to: screens.notifications, label: "Notifications" },
];

export function Footer() {
  return (
    <footer className="footer">
      <div className="wrap footer-in">
        <div>
          <Logo size={26} />
          <p className="footer-claim">Verified tech wisdom, from people who walked the trail before you.</p>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links">Quick links</h2>
          <ul className="footer-links">
            {quickLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 id="footer-follow">Follow</h2>
          <ul className="footer-follow" aria-labelledby="footer-follow">
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
      <div className="wrap">
        <p className="footer-legal">© 2025 Cairn</p>
      </div>
    </footer>
  );
}
