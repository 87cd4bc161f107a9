import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useForm } from "./useForm.ts";

const send = vi.fn();

afterEach(() => {
  send.mockReset();
});

const initial = { name: "", email: "" };

const check = ({ name, email }: typeof initial) => ({
  name: name === "" ? "No name." : undefined,
  email: email === "" ? "No email." : undefined,
});

function Sample() {
  const { field, problems, submit, setProblems } = useForm({ initial, check });
  return (
    <form onSubmit={submit(send)}>
      <input aria-label="Name" {...field("name")} />
      <input aria-label="Email" {...field("email")} />
      <p>{Object.values(problems).filter(Boolean).join(" ")}</p>
      <button type="submit">Send</button>
      <button type="button" onClick={() => setProblems({ email: "Taken." })}>
        Refuse
      </button>
    </form>
  );
}

const problems = () => screen.getByRole("paragraph").textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

/** Is empty again once it was sent. */
function AddOne() {
  const { field, problems, submit, reset } = useForm({ initial, check });
  return (
    <form onSubmit={submit(() => reset(initial))}>
      <input aria-label="Name" {...field("name")} />
      <input aria-label="Email" {...field("email")} />
      <p>{Object.values(problems).filter(Boolean).join(" ")}</p>
      <button type="submit">Send</button>
    </form>
  );
}

describe("a form", () => {
  test("shows every problem on submit and focuses the first", async () => {
    render(<Sample />);
    await press("Send");
    expect(problems()).toBe("No name. No email.");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    expect(send).not.toHaveBeenCalled();
  });

  test("checks nothing before the first submit, then each field as it changes", async () => {
    render(<Sample />);
    await type("Email", "a{Backspace}");
    expect(problems()).toBe("");
    await press("Send");
    await type("Name", "Ada");
    expect(problems()).toBe("No email.");
  });

  test("checks nothing again after a reset until the next submit", async () => {
    render(<AddOne />);
    await type("Name", "Ada");
    await type("Email", "ada@example.com");
    await press("Send");
    await type("Email", "a{Backspace}");
    expect(problems()).toBe("");
    await press("Send");
    expect(problems()).toBe("No name. No email.");
  });

  test("sends its values, and a change clears the server's problem with that field alone", async () => {
    render(<Sample />);
    await type("Name", "Ada");
    await type("Email", "ada@example.com");
    await press("Send");
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: "Ada", email: "ada@example.com" });
    await press("Refuse");
    await type("Name", "!");
    expect(problems()).toBe("Taken.");
    await type("Email", "!");
    expect(problems()).toBe("");
  });

  test("keeps what was typed into the prerendered page", async () => {
    const page = document.body.appendChild(document.createElement("div"));
    page.innerHTML = renderToString(<Sample />);
    screen.getByLabelText<HTMLInputElement>("Name").value = "Ada";
    const root = await act(async () => hydrateRoot(page, <Sample />));
    await type("Email", "ada@example.com");
    await press("Send");
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Ada");
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: "Ada", email: "ada@example.com" });
    act(() => root.unmount());
    page.remove();
  });
});
