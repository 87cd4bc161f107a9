import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { isAt, type Place } from "./places.ts";

interface PlaceLinkProps {
  place: Place;
  className: string | undefined;
  children: ReactNode;
}

/** A navigation link that marks the current page. */
export function PlaceLink({ place, className, children }: PlaceLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link to={place.to} className={className} aria-current={isAt(place, pathname) ? "page" : undefined}>
      {children}
    </Link>
  );
}
