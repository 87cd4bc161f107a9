import { ToastRegion } from "../../ui/ToastRegion.tsx";
import { GalleryArt } from "./GalleryArt.tsx";
import { GalleryButtons } from "./GalleryButtons.tsx";
import { GalleryContent } from "./GalleryContent.tsx";
import { GalleryForms } from "./GalleryForms.tsx";
import { GalleryMarks } from "./GalleryMarks.tsx";
import { GalleryOverlays } from "./GalleryOverlays.tsx";
import { GalleryStates } from "./GalleryStates.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

/** Every piece of the kit in its states, for whoever builds screens. Only in development. */
export function GalleryPage() {
  return (
    <main id="main" className="main" tabIndex={-1}>
      <div className="wrap page">
        <div className="page-head">
          <h1 className="h1">Gallery</h1>
          <ThemeSwitch />
        </div>
        <div className="gap-5 lg:columns-2 *:mb-5 *:break-inside-avoid">
          <GalleryButtons />
          <GalleryForms />
          <GalleryMarks />
          <GalleryStates />
          <GalleryOverlays />
          <GalleryArt />
        </div>
        <GalleryContent />
      </div>
      <ToastRegion />
    </main>
  );
}
