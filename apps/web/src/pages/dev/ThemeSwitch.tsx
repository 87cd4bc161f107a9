import { useState } from "react";
import { Segmented } from "../../ui/Segmented.tsx";

const themes = ["System", "Light", "Dark"] as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState<(typeof themes)[number]>("System");
  const change = (next: (typeof themes)[number]) => {
    setTheme(next);
    if (next === "System") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next.toLowerCase();
  };
  return <Segmented label="Theme" options={themes} value={theme} onChange={change} />;
}
