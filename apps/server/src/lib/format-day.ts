const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "1 December 2026", in UTC. */
export const formatDay = (at: Date): string => dayFormat.format(at);
