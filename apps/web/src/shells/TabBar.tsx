import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import * as kit from "../ui/kit.module.css";
import { isAt, type Place } from "./places.ts";
import * as css from "./tab-bar.module.css";

/** The five places at the foot of a small screen. */
export function TabBar({ places }: { places: readonly Place[] }) {
  return (
    <nav className={css.root} aria-label="Main">
      {places.map((place) => (
        <PlaceLink key={place.to} className={`${kit.column} ${css.tab}`} place={place}>
          <place.icon size={21} />
          {place.label}
          {Boolean(place.unread) && (
            <span className={css.dot}>
              <span className={kit.srOnly}> {place.unread} unread</span>
            </span>
          )}
        </PlaceLink>
      ))}
    </nav>
  );
}

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
