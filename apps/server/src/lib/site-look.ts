import {
  type Audience,
  aboutPath,
  defaultSite,
  type JoiningRule,
  type OwnPageLink,
  type ShownSite,
  wideLogo,
} from "@cairn/contract";
import { escapeHtml } from "./escape-html.ts";

/** How the site presents itself (docs/rules.md#settings). */
export interface SiteLook {
  /** Rises with every change of the settings: part of addresses whose content never changes. */
  readonly version: number;
  readonly name: string;
  /** Empty: none. */
  readonly tagline: string;
  readonly accent: string;
  /** null: the mark of Cairn. `ratio`: its width by its height. */
  readonly logo: { readonly version: number; readonly ratio: number } | null;
  /** Who may join, for the screen that asks for it. */
  readonly joining: JoiningRule;
  /** Who may see what is on it. */
  readonly audience: Audience;
  /** Its own pages, which footers link (docs/rules.md#own-pages). */
  readonly pages: readonly OwnPageLink[];
}

/** The current look, read where it is used: a change shows from the next answer on. */
export type Site = () => SiteLook;

export type LogoForm = "logo" | "icon-180" | "icon-192" | "icon-512" | "maskable-512";

export const logoPath = ({ logo }: SiteLook, form: LogoForm): string | null =>
  logo && `/site/logo/${logo.version}/${form}.png`;

const hasOwnAccent = ({ accent }: SiteLook): boolean => accent !== defaultSite.accent;
const isUntouched = (look: SiteLook): boolean =>
  look.name === defaultSite.name &&
  look.tagline === defaultSite.tagline &&
  !hasOwnAccent(look) &&
  look.logo === null &&
  look.joining === "open" &&
  look.audience === "everyone" &&
  look.pages.length === 0;

/** What drawn pictures show of the site. */
export interface DrawnLook {
  readonly name: string;
  readonly accent: string;
  /** Version of the logo. */
  readonly logo: number | null;
}

/** null: they show the logo of Cairn, as always. */
export function drawnLook({ name, accent, logo }: SiteLook): DrawnLook | null {
  const isOwn = name !== defaultSite.name || accent !== defaultSite.accent || logo !== null;
  return isOwn ? { name, accent, logo: logo?.version ?? null } : null;
}

const stylePath = ({ version }: SiteLook): string => `/site/look/${version}.css`;

/** What the components of the site show of it. */
export function shownSite(look: SiteLook): ShownSite {
  const { name, tagline, logo, joining, audience, pages } = look;
  const url = logoPath(look, "logo");
  const shownLogo = logo && url ? { url, ratio: logo.ratio } : null;
  return { name, tagline, logo: shownLogo, joining, audience, pages };
}

/**
 * A page of the site in this look: what the site's scripts read of it before they paint (`lib/site.ts` of the site), its
 * accent and its icons. An untouched site's pages stay as they were built.
 */
export function withLook(html: string, look: SiteLook): string {
  if (isUntouched(look)) return html;
  const tags = [
    `<meta name="site" content="${escapeHtml(JSON.stringify(shownSite(look)))}">`,
    ...(hasOwnAccent(look) ? [`<link rel="stylesheet" href="${stylePath(look)}">`] : []),
  ];
  const icon = logoPath(look, "icon-192");
  const touchIcon = logoPath(look, "icon-180");
  const withIcons =
    icon === null || touchIcon === null
      ? html
      : html
          .replace(/href="\/favicon\.svg" type="image\/svg\+xml"/, `href="${icon}" type="image/png"`)
          .replace("/icons/apple-touch-icon.png", touchIcon);
  return withIcons.replace("</head>", () => `${tags.join("\n    ")}\n  </head>`);
}

/** The same of a page that the build has rendered: it shows the name, the tagline, the logo and the own pages of the site too. */
export function builtWithLook(html: string, look: SiteLook): string {
  if (isUntouched(look)) return html;
  const name = escapeHtml(look.name);
  const named = look.name === defaultSite.name ? html : html.replaceAll(/\bCairn\b/g, () => name);
  const titled = named
    .replaceAll(defaultSite.tagline, () => escapeHtml(look.tagline))
    .replaceAll(/<p>© 2025 [^<]*<\/p>/g, (copyright) => copyright + linksOf(look));
  const url = logoPath(look, "logo");
  if (look.logo === null || url === null) return withLook(titled, look);
  // As `NamedMark` of the site (art/Logo.tsx) renders it.
  const { ratio } = look.logo;
  const isWide = ratio >= wideLogo;
  const shown = titled.replaceAll(
    /(<span class="[^"]*" data-logo="(\d+)">)<svg.*?<\/svg>(<span>[^<]*<\/span>)/g,
    (_whole, start: string, size: string, word: string) =>
      `${start}<img src="${url}" width="${Math.round(Number(size) * ratio)}" height="${size}" alt="${isWide ? name : ""}"/>${isWide ? "" : word}`,
  );
  return withLook(shown, look);
}

/** As `OwnPages` of the site (shells/Footer.tsx) renders them. */
function linksOf({ pages }: SiteLook): string {
  if (pages.length === 0) return "";
  const links = pages.map(
    ({ slug, title }) =>
      `<li><a dir="auto" href="${aboutPath(slug)}" data-discover="true">${escapeHtml(title)}</a></li>`,
  );
  return `<nav aria-label="About this site"><ul>${links.join("")}</ul></nav>`;
}

/** Shades of the accent by their name in styles/tokens.css: lightness, share of the accent's chroma, most chroma. */
const shades = [
  ["100", 0.935, 0.42, 0.05],
  ["200", 0.878, 0.74, 0.08],
  ["300", 0.81, 1.13, 0.13],
  ["400", 0.715, 1.38, 0.16],
  ["500", 0.59, 1.34, 0.18],
] as const;

/** Replaces the accent of styles/tokens.css: the colour itself and its shades in both themes. */
export function styleOf({ accent }: SiteLook): string {
  const shade = (lightness: string | number, share: number, most: number) =>
    `oklch(from ${accent} ${lightness} min(calc(c * ${share}), ${most}) h)`;
  const own = shades.map(([name, light, share, most]) => `--tarn-${name}:${shade(light, share, most)};`);
  const darker = [
    ["800", 0.07],
    ["900", 0.13],
    ["950", 0.2],
  ] as const;
  return [
    ":root{",
    ...own,
    `--tarn-600:oklch(from ${accent} calc(l + 0.05) c h);--tarn-700:${accent};`,
    ...darker.map(
      ([name, less]) => `--tarn-${name}:oklch(from ${accent} calc(l - ${less}) calc(c * 0.8) h);`,
    ),
    `--accent-soft:light-dark(${shade(0.971, 0.15, 0.02)},${shade(0.262, 0.45, 0.05)});`,
    `--accent-soft-2:light-dark(${shade(0.936, 0.3, 0.035)},${shade(0.318, 0.6, 0.07)});`,
    `--accent-border:light-dark(var(--tarn-200),${shade(0.4, 0.8, 0.09)});`,
    `--on-accent:light-dark(#fff,${shade(0.208, 0.45, 0.05)})}`,
    "\n",
  ].join("");
}

/** What a device is told that installs the site. `built`: the manifest of the build. */
export function manifestOf(built: string, look: SiteLook): string {
  if (isUntouched(look)) return built;
  const { name, tagline, accent } = look;
  const manifest = JSON.parse(built) as Record<string, unknown>;
  const icons = (["icon-192", "icon-512", "maskable-512"] as const).flatMap((form) => {
    const src = logoPath(look, form);
    const side = form.split("-")[1];
    if (src === null) return [];
    const purpose = form.startsWith("maskable") ? { purpose: "maskable" } : {};
    return { src, sizes: `${side}x${side}`, type: "image/png", ...purpose };
  });
  return JSON.stringify({
    ...manifest,
    name,
    short_name: name,
    ...(tagline && { description: tagline }),
    ...(hasOwnAccent(look) && { theme_color: accent }),
    ...(icons.length > 0 && { icons }),
  });
}
