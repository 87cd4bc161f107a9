import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { isAt, type Place } from "./places.ts";

/** A navigation link that marks the current page. */
export function PlaceLink({ place, children }: { place: Place; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link to={place.to} aria-current={isAt(place, pathname) ? "page" : undefined}>
      {children}
    </Link>
  );
}
