import { createElement, type SVGProps } from "react";

interface IconData {
  name: string;
  size: number;
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

/**
 * Stands for the icon library's own factory (vite.config.ts), whose context, aliases and naming are 2 KB of every first
 * view. The markup is the same.
 */
export default function createIcon({ name, size: box, node }: IconData) {
  return function Icon({ size = box, className, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) {
    return createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: `0 0 ${box} ${box}`,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        className: `lucide lucide-${name}${className ? ` ${className}` : ""}`,
        // An icon that says something has a role.
        "aria-hidden": rest.role === undefined || undefined,
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
