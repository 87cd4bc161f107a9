/**
 * What every visit loads, in few files: dozens of small ones cost more than they save. `base` is what the public
 * screens and the entry share; what only some screens use stays in chunks of their own.
 */
export const chunkGroups = [
  { name: "vendor", test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  { name: "query", test: /node_modules\/@tanstack\// },
  {
    name: "base",
    test: new RegExp(
      [
        "packages/contract/src/(?:auth|endpoint|index|limits|messages|paging|roles|screens|storage-keys)",
        "node_modules/typebox/",
        "node_modules/lucide-react/dist/esm/(?!icons/)",
        "src/lib/(?:session/|storage|PageTitle|useHydrated|load-errors)",
        "src/ui/(?:Button|Spinner|cx)\\b",
        "src/art/(?:Logo|stone-paths|brand/)",
      ].join("|"),
    ),
  },
];
