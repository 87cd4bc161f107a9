import { useState } from "react";
import * as layoutCss from "../../ui/layout.module.css";
import { Segmented } from "../../ui/Segmented.tsx";
import { ToastRegion } from "../../ui/ToastRegion.tsx";
import { GalleryButtons } from "./GalleryButtons.tsx";
import { GalleryContent } from "./GalleryContent.tsx";
import { GalleryForms } from "./GalleryForms.tsx";
import { GalleryArt, GalleryMarks } from "./GalleryMarks.tsx";
import { GalleryOverlays } from "./GalleryOverlays.tsx";
import { GalleryStates } from "./GalleryStates.tsx";
import * as css from "./gallery.module.css";

/** Every UI component in its states, for developers. Only in development builds. */
export function GalleryPage() {
  return (
    <main id="main" className={layoutCss.main} tabIndex={-1}>
      <div className={`${layoutCss.wrap} ${layoutCss.page}`}>
        <div className={layoutCss.pageHead}>
          <h1 className={layoutCss.h1}>Gallery</h1>
          <ThemeSwitch />
        </div>
        <div className={css.columns}>
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

const themes = ["System", "Light", "Dark"] as const;

function ThemeSwitch() {
  const [theme, setTheme] = useState<(typeof themes)[number]>("System");
  const change = (next: (typeof themes)[number]) => {
    setTheme(next);
    if (next === "System") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next.toLowerCase();
  };
  return <Segmented label="Theme" options={themes} value={theme} onChange={change} />;
}
