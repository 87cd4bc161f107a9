declare module "markdown-it-footnote" {
  import type { PluginSimple } from "markdown-it";

  const plugin: PluginSimple;
  export default plugin;
}

declare module "markdown-it-deflist" {
  import type { PluginSimple } from "markdown-it";

  const plugin: PluginSimple;
  export default plugin;
}

declare module "commonmark-spec" {
  /** CommonMark's examples, `→` for a tab. */
  export const tests: readonly { markdown: string; html: string; section: string; number: number }[];
}
