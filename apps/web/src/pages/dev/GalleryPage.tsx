import { useState } from "react";
import { chooseTheme, readTheme, type Theme, themes } from "../../lib/theme.ts";
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

function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const change = (next: Theme) => {
    setTheme(next);
    chooseTheme(next);
  };
  return <Segmented label="Theme" options={themes} value={theme} onChange={change} />;
}
