import type { Promised } from "../../support/promises/promise.ts";
import { runServerTests } from "../../support/promises/tests.ts";

export const promised: Promised = {
  number: 7,
  title: "Reset code: 30 bits, 10 minutes, never a sixth guess (two instances: npm run test:scale)",
  async prove({ times }) {
    const races = times(50);
    const { figures, shortfall } = await runServerTests({
      file: "reset.routes",
      env: { RESET_RACES: String(races) },
    });
    return { figures: [`${races} races of 50 guesses at once`, ...figures], shortfall };
  },
};
