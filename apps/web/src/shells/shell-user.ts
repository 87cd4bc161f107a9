/** Whoever is signed in, as far as a frame shows it. */
export interface ShellUser {
  /** Empty while it is not known yet. */
  name: string;
  photo?: string | null;
}
