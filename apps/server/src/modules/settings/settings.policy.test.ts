import { readableAccent } from "@cairn/contract";
import { describe, expect, test } from "vitest";
import { changesIn, domainIn, readDomains, type Values, valuesAfter } from "./settings.policy.ts";

const values: Values = {
  name: "Cairn",
  tagline: "",
  accent: "#06546a",
  joining: "open",
  domains: [],
  audience: "everyone",
  captions_required: false,
  groups: [],
};

/** WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, share, index) => {
      const part = Number.parseInt(hex.slice(1 + 2 * index, 3 + 2 * index), 16) / 255;
      return sum + share * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const providers = ["school"];

describe("an accent colour", () => {
  test.each(["#06546a", "#000000", "#7a1f5c", "#0000ff", "#8a0000"])("%s can be read as it is", (accent) => {
    expect(readableAccent(accent)).toBe(accent);
  });

  test.each(["#ffff00", "#ffffff", "#00ff00", "#ff8800", "#8899aa", "#3399ff"])(
    "%s is too light, and the nearest that can be read is darker and of the same hue",
    (accent) => {
      const nearest = readableAccent(accent);
      expect(nearest).toMatch(/^#[0-9a-f]{6}$/);
      expect(readableAccent(nearest)).toBe(nearest);
      expect(contrast(nearest, "#fbf9f7")).toBeGreaterThanOrEqual(4.5);
      expect(contrast("#ffffff", nearest)).toBeGreaterThanOrEqual(4.5);
      // Not darker than it has to be.
      expect(contrast(nearest, "#fbf9f7")).toBeLessThan(5.6);
    },
  );

  test("that is too light is refused with the nearest one that is not", () => {
    expect(() => valuesAfter(values, { accent: "#FFFF00" }, {}, providers)).toThrow(
      /nearest colour that is not is #[0-9a-f]{6}/,
    );
    expect(valuesAfter(values, { accent: "#7A1F5C" }, {}, providers).accent).toBe("#7a1f5c");
  });
});

describe("a change of the settings", () => {
  test("of what the environment sets is refused by its name", () => {
    expect(() => valuesAfter(values, { name: "Oak" }, { name: "Elm" }, providers)).toThrow(
      /^Name is set by the server/,
    );
    expect(valuesAfter(values, { tagline: "Oak" }, { name: "Elm" }, providers).tagline).toBe("Oak");
  });

  test("names groups of providers that the environment sets up, each once", () => {
    const row = { provider: " School", group: " teachers ", role: "TechWriter" as const };
    const after = valuesAfter(values, { groups: [row] }, {}, providers);
    expect(after.groups).toEqual([{ provider: "school", group: "teachers", role: "TechWriter" }]);
    expect(() => valuesAfter(values, { groups: [row, row] }, {}, providers)).toThrow(/stands there twice/);
    expect(() => valuesAfter(values, { groups: [row] }, {}, [])).toThrow(
      /^Groups 1 provider must be the key/,
    );
  });

  test("that would let nobody join by an email domain is refused", () => {
    expect(() => valuesAfter(values, { joining: "domains" }, {}, providers)).toThrow(
      /^Domains must name at least one/,
    );
    const known = { ...values, joining: "domains" as const, domains: ["school.example"] };
    expect(() => valuesAfter(known, { domains: [] }, {}, providers)).toThrow(
      /^Domains must name at least one/,
    );
    expect(
      valuesAfter(values, { joining: "domains" }, { domains: ["school.example"] }, providers).joining,
    ).toBe("domains");
  });

  test("is told in words, with what was before", () => {
    const after = { ...values, name: "Oak Academy", captions_required: true, domains: ["school.example"] };
    expect(changesIn(values, after)).toBe(
      "name from “Cairn” to “Oak Academy”, email domains from none to school.example, captions required from no to yes",
    );
    expect(changesIn(values, { ...values })).toBeNull();
  });
});

test.each([
  ["school.example", "school.example"],
  [" @School.Example ", "school.example"],
  ["münchen.example", "xn--mnchen-3ya.example"],
  ["school", null],
  ["a@b.example", null],
  ["school.example/x", null],
  ["", null],
])("the domain %j is read as %s", (typed, domain) => {
  expect(domainIn(typed)).toBe(domain);
});

test("domains are stored once each, and one that is wrong is named", () => {
  expect(readDomains(["School.example", "school.example"])).toEqual(["school.example"]);
  expect(() => readDomains(["school.example", "no domain"])).toThrow(/^Domains 2 must be a domain/);
});
