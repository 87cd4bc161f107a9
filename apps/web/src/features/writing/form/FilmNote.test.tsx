import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FilmNote, isInHevc } from "./FilmNote.tsx";

const films = join(import.meta.dirname, "../../../../../../tests/support/films");
const filmOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], "film.mp4", { type: "video/mp4" });

test("a film that many readers cannot play is chosen with a warning", async () => {
  render(<FilmNote film={filmOf(readFileSync(join(films, "hevc.mp4")))} />);
  await screen.findByText("Many readers cannot play this film.");
});

test("a film in H.264 is chosen without one", async () => {
  expect(await isInHevc(filmOf(readFileSync(join(films, "h264.mp4"))))).toBe(false);
});

test("what is no film is the server's to refuse", async () => {
  await expect(isInHevc(filmOf(new Uint8Array(64)))).rejects.toThrow();
});
