/** How often each of a few things has happened since the process began. */
export class Tally<Name extends string = string> {
  readonly #counts = new Map<Name, number>();

  add(name: Name): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Each name that has happened, with its count. */
  entries(): Iterable<[Name, number]> {
    return this.#counts.entries();
  }
}
