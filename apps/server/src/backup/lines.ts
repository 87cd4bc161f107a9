import { StringDecoder } from "node:string_decoder";

/** Cuts text at its line ends, and only there: other readers take U+2028 for one, which JSON leaves in texts. */
export async function* lines(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of content) {
    const parts = (rest + decoder.write(chunk)).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  rest += decoder.end();
  if (rest !== "") yield rest;
}
