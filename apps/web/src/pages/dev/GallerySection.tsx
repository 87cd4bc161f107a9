import type { ReactNode } from "react";
import "../../ui/card.css";

export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card panel grid min-w-0 gap-4">
      <h2 className="caps">{title}</h2>
      {children}
    </section>
  );
}

export function GalleryRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
