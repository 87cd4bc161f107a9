/** The parts of the signed-in user that a frame shows. */
export interface ShellUser {
  /** Empty while it is not known yet. */
  name: string;
  photo?: string | null;
}
