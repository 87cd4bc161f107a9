import parser from "@typescript-eslint/parser";
import hooks from "eslint-plugin-react-hooks";

/** Biome lints everything; ESLint only has the rules of React's compiler, which Biome lacks. */
export default [
  {
    files: ["apps/web/src/**/*.{ts,tsx}"],
    languageOptions: { parser },
    ...hooks.configs.flat["recommended-latest"],
    rules: {
      ...hooks.configs.flat["recommended-latest"].rules,
      // Biome has it (useExhaustiveDependencies).
      "react-hooks/exhaustive-deps": "off",
    },
  },
];
