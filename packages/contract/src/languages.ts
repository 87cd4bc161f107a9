import { Type } from "typebox";

/**
 * The languages that items are written in. `iso3` is the ISO 639-3 code by which the detection knows it; the search
 * stems each by the functions of db/migrations/0013_search.sql.
 */
export const languages = [
  { code: "en", iso3: "eng", name: "English", dir: "ltr" },
  { code: "fr", iso3: "fra", name: "Français", dir: "ltr" },
  { code: "ar", iso3: "arb", name: "العربية", dir: "rtl" },
] as const;

export type LanguageCode = (typeof languages)[number]["code"];
export const languageCodes = /* @__PURE__ */ languages.map(({ code }) => code);
export const Language = Type.Enum(languageCodes, { $id: "Language" });

/** A language as it is sent, in any case; undefined for anything else. */
export const readLanguage = (text: string): LanguageCode | undefined =>
  languageCodes.find((code) => code === text.trim().toLowerCase());

/** In which direction a language is written. */
export const directionOf = (code: LanguageCode): "ltr" | "rtl" =>
  languages.find((language) => language.code === code)?.dir ?? "ltr";

/** A letter or sign that is written from right to left: Hebrew, Arabic, Syriac, Thaana and N'Ko. */
export const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
