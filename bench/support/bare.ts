import Fastify from "fastify";

// A program: bare Fastify, which answers each name with the JSON given for it. What a call costs
// beyond this is Cairn's own work.
const answers: Record<string, unknown> = JSON.parse(process.argv[2] ?? "{}");
const app = Fastify();
for (const [name, answer] of Object.entries(answers)) {
  app.route({ method: ["GET", "POST"], url: `/${name}`, handler: async () => answer });
}
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: 0 })}\n`);
