import { PlaceLink } from "./PlaceLink.tsx";
import type { Place } from "./places.ts";
import "./tab-bar.css";

/** The five places at the foot of a small screen. */
export function TabBar({ places }: { places: readonly Place[] }) {
  return (
    <nav className="tab-bar" aria-label="Main">
      {places.map((place) => (
        <PlaceLink key={place.to} place={place}>
          <place.icon size={21} />
          {place.label}
          {Boolean(place.unread) && (
            <span className="tab-bar-dot">
              <span className="sr-only"> {place.unread} unread</span>
            </span>
          )}
        </PlaceLink>
      ))}
    </nav>
  );
}
