// Loaded before the server: its clock starts at one fixed moment and hardly moves, so that demo data and relative times
// ("5 minutes ago") are the same in every run. Timers are not affected. Worker threads inherit it.
const start = Date.UTC(2026, 2, 2, 9, 0, 0);
const RealDate = Date;
const began = RealDate.now();
const now = () => start + Math.floor((RealDate.now() - began) / 600);

class SlowDate extends RealDate {
  /** @param {[] | [string | number | Date]} parts */
  constructor(...parts) {
    super(.../** @type {[number]} */ (parts.length === 0 ? [now()] : parts));
  }
  /** @override */
  static now() {
    return now();
  }
}
globalThis.Date = /** @type {DateConstructor} */ (SlowDate);
