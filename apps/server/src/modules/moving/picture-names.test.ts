import { expect, test } from "vitest";
import { createPictureFinder, namedPictures, several, withPictures } from "./picture-names.ts";

const find = createPictureFinder([
  "posts/one.md",
  "posts/photo.png",
  "posts/Fotos/Mein Bild (1).PNG",
  "posts/pictures/abcdefghijklmnop.png",
  "img/x.png",
  "site/static/images/é/logo.png",
  "2024/cover.png",
  "2025/cover.png",
]);

test.each([
  ["photo.png", "posts/photo.png"],
  ["./photo.png", "posts/photo.png"],
  ["PHOTO.png", "posts/photo.png"],
  ["photo.png?raw=true#right", "posts/photo.png"],
  ["posts/photo.png", "posts/photo.png"],
  ["../img/x.png", "img/x.png"],
  ["..\\img\\x.png", "img/x.png"],
  ["../../../../etc/../img/x.png", "img/x.png"],
  ["Fotos/Mein%20Bild%20(1).PNG", "posts/Fotos/Mein Bild (1).PNG"],
  ["Fotos\\Mein Bild (1).png", "posts/Fotos/Mein Bild (1).PNG"],
  ["Mein Bild (1).PNG", "posts/Fotos/Mein Bild (1).PNG"],
  ["/images/e\u0301/logo.png", "site/static/images/é/logo.png"],
  ["/images/%C3%A9/logo.png", "site/static/images/é/logo.png"],
  ["{{ site.baseurl }}/images/é/logo.png", "site/static/images/é/logo.png"],
  ["{{ '/images/é/logo.png' | relative_url }}", "site/static/images/é/logo.png"],
  ["picture:abcdefghijklmnop.png", "posts/pictures/abcdefghijklmnop.png"],
  ["2024/cover.png", "2024/cover.png"],
  ["cover.png", several],
  ["2023/cover.png", null],
  ["../../../etc/passwd", null],
  ["C:\\Users\\Ann\\x.png", null],
  ["%", null],
])("the name %s is found as %s", (name, path) => {
  expect(find("posts/one.md", name)).toBe(path);
});

const mark = "![A](picture:k.png)";
test.each([
  ["![A](a.png)", mark],
  ["![A|300](<my a.png>)", mark],
  ["![A](my a (1).png)", mark],
  ['![A \\[1\\]](a.png "On *top*")', '![A \\[1\\]](picture:k.png "On *top*")'],
  ["![A](a.png 'Say \"a\"')", '![A](picture:k.png "Say ”a”")'],
  ["[![A](a.png)](a.png)", `[${mark}](a.png)`],
  ["![[a.png|A|300]] ![[a.png|300]] ![[a.png]]", `${mark} ![](picture:k.png) ![](picture:k.png)`],
  ['<img src="a.png" alt="A" style="zoom:50%;" />', mark],
  ['{{< figure src="a.png" alt="A" caption="On top" >}}', '![A](picture:k.png "On top")'],
])("a picture that is written as %s becomes a mark", (text, marked) => {
  const names = new Set(namedPictures(text).map(({ name }) => name));
  expect(withPictures(text, new Map([...names].map((name) => [name, "k.png"])))).toBe(marked);
});

test.each([
  "`![A](a.png)` ``![`A`](a.png)``",
  "```md\n![A](a.png)\n```",
  "1. ~~~\n   ![A](a.png)\n   ```\n   ![[a.png]]\n   ~~~~",
  "> ````\n> ```\n> ![A](a.png)\n> ```\n> ````",
  "```\n![A](a.png)",
  "![A](https://a.example/a.png) ![A](//a.example/a.png) ![A](data:image/png;base64,AA==)",
  "![[Another note]] ![[film.mp4]] [A](a.png) ![]() ![A] (a.png)",
])("no picture from a file is in %j", (text) => {
  expect(namedPictures(`${text}\n`)).toEqual([]);
});

test("what follows code is read again", () => {
  expect(namedPictures("```\n`\n```\n\n`a` ![A](a.png) `b").map(({ at, name }) => [at, name])).toEqual([
    [15, "a.png"],
  ]);
});
