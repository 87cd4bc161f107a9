import type { ReactNode } from "react";
import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as css from "./gallery.module.css";

export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      className={`${cardCss.root} ${cardCss.panel} ${layoutCss.stack} ${layoutCss.gap4} ${css.section}`}
    >
      <h2 className={layoutCss.caps}>{title}</h2>
      {children}
    </section>
  );
}

export function GalleryRow({ children }: { children: ReactNode }) {
  return <div className={`${layoutCss.cluster} ${layoutCss.gap3}`}>{children}</div>;
}
