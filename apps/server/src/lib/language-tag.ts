import { fieldError } from "./app-error.ts";

/** The canonical form of a language's tag. @throws AppError invalid_input naming the field `language` */
export function languageTagOf(language: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(language);
    if (tag !== undefined && tag.length <= 35) return tag;
  } catch {
    // Not a tag: said below.
  }
  throw fieldError("language", "must be a language tag, such as en or pt-BR");
}
