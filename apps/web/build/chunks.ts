const oneOf = (...patterns: string[]) => new RegExp(patterns.join("|"));

/**
 * Fewer files than the bundler's own cut: dozens of small ones cost more than they save. What a chunk of these holds
 * is loaded by whoever needs any of it, so each is kept to what its screens share anyway; the budgets watch over it.
 */
export const chunkGroups = [
  { name: "vendor", test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  { name: "query", test: /node_modules\/@tanstack\// },
  {
    // What the entry and the public screens need.
    name: "base",
    test: oneOf(
      "packages/contract/src/(?:auth|endpoint|index|limits|messages|paging|roles|screens|storage-keys)",
      "node_modules/lucide-react/dist/esm/(?!icons/)",
      "src/lib/(?:session/|storage|PageTitle|useHydrated|load-errors)",
      "src/ui/(?:Button|Spinner|cx)\\b",
      "src/art/(?:Logo|stone-paths|brand/)",
    ),
  },
  {
    // Pieces of many screens; the purifier of foreign HTML is heavy, and only the screens that show some load it.
    name: "kit",
    test: oneOf("src/(?:ui/(?!safe-html|SafeHtml|prose)|art/|shells/)", "node_modules/lucide-react/"),
    minShareCount: 4,
    includeDependenciesRecursively: false,
  },
];
