import { expect, test } from "vitest";
import { deviceName, isHandheld } from "./SessionList.tsx";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`${windows} Chrome/156.0.0.0 Safari/537.36`, "Chrome on Windows", false],
  [`${windows} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, "Edge on Windows", false],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux", false],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, "Safari on macOS", false],
  [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari on iPhone", true],
  [`${iphone} CriOS/156.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone", true],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36",
    "Chrome on Android",
    true,
  ],
  ["curl/8.5.0", "An unknown browser", false],
  ["", "An unknown browser", false],
  [null, "An unknown browser", false],
])("%j is %s", (agent, name, handheld) => {
  expect(deviceName(agent)).toBe(name);
  expect(isHandheld(agent)).toBe(handheld);
});
