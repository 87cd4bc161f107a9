import { describe, expect, test } from "vitest";
import { readPeople } from "./people-list.ts";

const read = (text: string) => readPeople(Buffer.from(text));

describe("a list of people", () => {
  test.each([
    ["commas", "name,email,role\nAmina,amina@school.example,TechWriter\n"],
    [
      "semicolons, a byte order mark and Windows line ends",
      "\ufeffname;email;role\r\nAmina;amina@school.example;Tech Writer\r\n",
    ],
    ["quoted cells", '"name","email","role"\n"Otieno, Amina","amina@school.example","techwriter"\n'],
    ["other columns in another order", "class,role,email\n7b,TechWriter,amina@school.example\n"],
    ["no line of names", "Amina,amina@school.example,TechWriter"],
    ["empty lines", "name,email,role\n\nAmina,amina@school.example,TechWriter\n,,\n\n"],
  ])("is read with %s", (_how, text) => {
    expect(read(text)).toEqual({
      rows: 1,
      people: [{ email: "amina@school.example", role: "TechWriter" }],
      wrong: [],
    });
  });

  test("gives the role User where it names none", () => {
    expect(read("email\namina@school.example\n").people).toEqual([
      { email: "amina@school.example", role: "User" },
    ]);
  });

  test("names each wrong line, and keeps the others", () => {
    const { rows, people, wrong } = read(
      [
        "name,email,role",
        "Amina,amina@school.example,User",
        "Baraka,,User",
        "Chebet,chebet at school,User",
        "Daudi,daudi@school.example,Admin",
        "Amina,AMINA@school.example,User",
      ].join("\n"),
    );
    expect(rows).toBe(5);
    expect(people).toHaveLength(1);
    expect(wrong).toEqual([
      { line: 3, problem: "The email is missing." },
      { line: 4, problem: "This is not an email address." },
      { line: 5, problem: "The role must be User or TechWriter." },
      { line: 6, problem: "This email is in the list twice." },
    ]);
  });

  test("of 2,000 people is read, and one more is refused", () => {
    const lines = Array.from({ length: 2_001 }, (_, index) => `P,p${index}@school.example,User`);
    expect(read(lines.slice(1).join("\n")).people).toHaveLength(2_000);
    expect(read(lines.join("\n"))).toMatchObject({
      people: [],
      wrong: [{ problem: "The list has more than 2,000 people. Send it in parts." }],
    });
  });

  test.each([
    ["is no text in UTF-8", Buffer.from([0xff, 0xfe, 0x41, 0x00])],
    ["has a quotation mark that does not end", Buffer.from('name,email\n"Amina,amina@school.example\n')],
  ])("that %s is refused", (_what, file) => {
    const { people, wrong } = readPeople(file);
    expect(people).toEqual([]);
    expect(wrong).toHaveLength(1);
  });
});
