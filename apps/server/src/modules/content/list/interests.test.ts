import { expect, test } from "vitest";
import { tasteOf } from "./interests.ts";

const named = (name: string, index: number) => ({
  id: index + 1,
  name,
  description: "",
  posts: 0,
  interval_days: null,
});
const names = [
  "Fullstack Development",
  "Cyber Security",
  "Data Science",
  "Mobile Development",
  "Artificial Intelligence",
];
const taste = (interest: string, categories = names) => {
  const { followed, words } = tasteOf([interest], [], categories.map(named));
  return { follows: followed.map((id) => categories[id - 1]), words };
};

test.each([
  ["Full-Stack", "Fullstack Development"],
  ["full stack", "Fullstack Development"],
  ["fullstack development", "Fullstack Development"],
  ["Cyber", "Cyber Security"],
  ["cybersecurity", "Cyber Security"],
  ["CYBER-SECURITY careers", "Cyber Security"],
  ["Data", "Data Science"],
  ["mobile", "Mobile Development"],
  ["Artificial Intelligence", "Artificial Intelligence"],
  ["AI", "Artificial Intelligence"],
  ["A.I.", "Artificial Intelligence"],
])("an interest in %s follows %s and nothing else", (interest, category) => {
  expect(taste(interest)).toEqual({ follows: [category], words: [] });
});

test.each([
  "C",
  "C#",
  "C++",
  "F#",
  "f",
  "cy",
  "dat",
  "a",
  "ai models",
  "M",
  "Java",
  "Development",
  "constructor",
  "toString",
])("an interest in %s follows no category and is searched for in the texts", (interest) => {
  expect(taste(interest)).toEqual({ follows: [], words: [interest] });
});

test.each([
  ["C", ["C", "C++", "C#"], ["C"]],
  ["c++", ["C", "C++ and Rust"], ["C++ and Rust"]],
  ["Sécurité", ["Securite"], ["Securite"]],
])("an interest in %s among %j follows %j", (interest, categories, follows) => {
  expect(taste(interest, categories)).toEqual({ follows, words: [] });
});

test("text without a letter or a digit is not an interest", () => {
  expect(taste("--")).toEqual({ follows: [], words: [] });
});
