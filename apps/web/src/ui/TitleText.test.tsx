import { withIsolatedNames } from "@cairn/contract";
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { TitleText } from "./TitleText.tsx";

test.each([
  ["أساسيات C++ للمبتدئين", ["C++"]],
  ["دالة range() في بايثون", ["range()"]],
  ["ما هي .NET؟", [".NET"]],
  ["الفرق بين C++ و C#، بإيجاز", ["C++", "C#"]],
  ["لغة سي (C++) وحدها", ["(C++)"]],
  ["كتاب (Learning C++ في أسبوع)", ["Learning C++"]],
  ["מבוא ל-C++.", ["C++"]],
  ["تعلم TypeScript في 7 أيام", []],
  ["Learning C++ and range()", []],
])("in %s the names with signs are isolated from left to right", async (title, names) => {
  const { container } = render(<TitleText>{title}</TitleText>);
  if (names.length > 0) await waitFor(() => expect(container.querySelector("bdi")).not.toBeNull());
  const isolated = [...container.querySelectorAll('bdi[dir="ltr"]')].map((name) => name.textContent);
  expect([container.textContent, isolated]).toEqual([title, names]);
  expect(withIsolatedNames(title).split(/[\u2066\u2069]/)).toHaveLength(1 + 2 * names.length);
});
