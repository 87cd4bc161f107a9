import { alone, webTests } from "./vitest.config.ts";

export default webTests({ name: "web-alone", include: alone });
