import { screens } from "@cairn/contract";
import { Library } from "lucide-react";
import { ButtonLink } from "../ui/Button.tsx";
import type { Place } from "./places.ts";

export const library: Place = { to: screens.library, label: "Library", icon: Library };

/** The way to the library on phones, where the bar has no room for its name (D69). */
export function LibraryButton() {
  return (
    <ButtonLink
      className="btn-icon top-bar-library"
      kind="ghost"
      size="sm"
      to={library.to}
      aria-label={library.label}
    >
      <Library size={18} />
    </ButtonLink>
  );
}
