/** The source of the current time: the machine, or a test. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();

/** A clock that begins at `start` now and goes on from there. */
export function clockFrom(start: Date): Clock {
  const ahead = start.getTime() - Date.now();
  return () => new Date(Date.now() + ahead);
}
