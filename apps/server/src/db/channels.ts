interface Listener {
  readonly onPayload: (payload: string) => void;
  readonly onGap: () => void;
}

/** The listeners of each NOTIFY channel. */
export class Channels {
  readonly #listeners = new Map<string, Set<Listener>>();

  add(channel: string, listener: Listener): void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
  }

  /** Removes a listener and returns whether the channel has others. */
  remove(channel: string, listener: Listener): boolean {
    const listeners = this.#listeners.get(channel);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(channel);
    return this.#listeners.has(channel);
  }

  names(): string[] {
    return [...this.#listeners.keys()];
  }

  publish(channel: string, payload: string): void {
    for (const { onPayload } of this.#listeners.get(channel) ?? []) onPayload(payload);
  }

  publishGap(): void {
    for (const listeners of this.#listeners.values()) for (const { onGap } of listeners) onGap();
  }
}
