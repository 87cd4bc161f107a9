import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  activityLines,
  cellsOf,
  columnOf,
  goTo,
  openAsAdmin,
  rowOf,
} from "@tests/support/web/admin-screens.ts";
import { describe, expect, test, vi } from "vitest";

type User = Awaited<ReturnType<typeof openAsAdmin>>["user"];

const open = () => openAsAdmin("/categories-management");
const form = () => within(screen.getByRole("form", { name: "Add Category" }));

const fillIn = async (user: User, { name = "Robotics", description = "Machines that move.", posts = "" }) => {
  if (name) await user.type(form().getByLabelText("Name"), name);
  if (description) await user.type(form().getByLabelText("Description"), description);
  if (posts) await user.type(form().getByLabelText("Posts"), posts);
};
const add = (user: User) => user.click(form().getByRole("button", { name: "Add Category" }));

/** As by dropping past the file dialog's own filter. */
const chooseFile = (name: string, type: string, size = 1000) => {
  const file = new File(["x"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  fireEvent.change(form().getByLabelText("File (optional)"), { target: { files: [file] } });
};

describe("the admin's list of categories", () => {
  test("is a table of name, description, posts and actions", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1, name: "Categories" })).toBeDefined();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Name",
      "Description",
      "Posts",
      "Actions",
    ]);
    expect(columnOf("Name")).toHaveLength(5);
  });

  test("can be searched by name and description, in any case, and is empty when nothing matches", async () => {
    const { user } = await open();
    const search = screen.getByRole("searchbox", { name: "Search by name or description" });
    await user.type(search, "cyber");
    expect(columnOf("Name")).toEqual(["Cyber Security"]);
    await user.clear(search);
    await user.type(search, "DOUBTING");
    expect(columnOf("Name")).toEqual(["Data Science"]);
    await user.type(search, " nothing of the kind");
    expect(screen.getByText("No categories found.")).toBeDefined();
  });
});

describe("a category", () => {
  test("is added with name, description and posts, and the form is empty again", async () => {
    const { user } = await open();
    await fillIn(user, { posts: "12" });
    await add(user);
    expect(rowOf("Robotics").textContent).toBe("RoboticsMachines that move.12EditDelete");
    await waitFor(() => expect(form().getByLabelText("Name")).toHaveProperty("value", ""));
  });

  test.each([
    ["a name", { name: "  " }, "Please enter a name."],
    ["a description", { description: "" }, "Please enter a description."],
  ])("is not added without %s", async (_, values, message) => {
    const { user } = await open();
    await fillIn(user, values);
    await add(user);
    expect(await form().findByText(message)).toBeDefined();
    expect(columnOf("Name")).toHaveLength(5);
  });

  test("has 0 posts where their number is no whole number", async () => {
    const { user } = await open();
    for (const posts of ["", "many", "-3", "2.5", "99999999999999999999"]) {
      await fillIn(user, { name: `Robotics ${posts}.`, posts });
      await add(user);
      expect(cellsOf(rowOf(`Robotics ${posts}.`))[2]).toBe("0");
      await waitFor(() => expect(form().getByLabelText("Name")).toHaveProperty("value", ""));
    }
  });

  test("can get another name, description and number of posts", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Edit Data Science" }));
    const dialog = within(screen.getByRole("dialog", { name: "Edit Category" }));
    expect(dialog.getByLabelText("Posts")).toHaveProperty("value", "2");
    await user.type(dialog.getByLabelText("Name"), " and Statistics");
    await user.clear(dialog.getByLabelText("Posts"));
    await user.type(dialog.getByLabelText("Posts"), "7");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(within(rowOf("Data Science and Statistics")).getByText("7")).toBeDefined();
  });

  test("is deleted", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Delete Mobile Development" }));
    expect(columnOf("Name")).toEqual([
      "Fullstack Development",
      "Cyber Security",
      "Data Science",
      "Artificial Intelligence",
    ]);
    expect(document.activeElement?.closest("tr")).toBe(rowOf("Artificial Intelligence"));
  });
});

describe("the file of a new category", () => {
  test.each([
    ["photo.jpg", "image/jpeg", "Article"],
    ["plan.pdf", "application/pdf", "PDF"],
    ["walk.mp4", "video/mp4", "Video"],
  ])(
    "%s of type %s adds one row of pending content labelled %s, without any figures",
    async (name, type, label) => {
      const { user } = await open();
      await fillIn(user, {});
      chooseFile(name, type);
      expect(await form().findByText(name)).toBeDefined();
      await add(user);
      await goTo(user, "Content");

      expect(columnOf("Title")).toHaveLength(13);
      expect(cellsOf(rowOf(name)).slice(0, 4)).toEqual([label, `${name}Robotics`, "Admin", "Waiting"]);
      await user.click(screen.getByRole("button", { name }));
      const facts = screen.getByRole("dialog", { name }).textContent;
      expect(facts).toContain(`File${name}Likes0Shares0Comments0`);
    },
  );

  test("of another type is refused by an alert", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    await open();
    chooseFile("notes.txt", "text/plain");
    expect(alert.mock.calls).toEqual([["Only JPEG, PNG, PDF, and MP4 files are allowed."]]);
    expect(form().queryByText("notes.txt")).toBeNull();
  });

  test("of 52428800 bytes is accepted, of one more refused by an alert", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    await open();
    chooseFile("long.mp4", "video/mp4", 52_428_800);
    expect(alert).not.toHaveBeenCalled();
    chooseFile("longer.mp4", "video/mp4", 52_428_801);
    expect(alert.mock.calls).toEqual([["File size exceeds 50MB."]]);
    expect(form().getByText("long.mp4")).toBeDefined();
  });

  test("may be removed again, and without one no content is added", async () => {
    const { user } = await open();
    await fillIn(user, {});
    chooseFile("plan.pdf", "application/pdf");
    await user.click(await form().findByRole("button", { name: "Remove plan.pdf" }));
    await add(user);
    await goTo(user, "Content");
    expect(columnOf("Title")).toHaveLength(12);
  });
});

test("changes of categories show in the activity and in the count on the home screen", async () => {
  const { user } = await open();
  await fillIn(user, {});
  await add(user);
  await user.click(await screen.findByRole("button", { name: "Delete Data Science" }));
  await user.click(screen.getByRole("button", { name: "Delete Cyber Security" }));
  await goTo(user, "Home");
  const [first, second, third] = activityLines();
  expect(first).toMatch(/^Category deleted: Cyber Security\d\d:\d\d$/);
  expect(second).toMatch(/^Category deleted: Data Science\d\d:\d\d$/);
  expect(third).toMatch(/^Category created: Robotics\d\d:\d\d$/);
  expect(screen.getByText("Active Categ.").closest("li")?.textContent).toContain("4");
});
