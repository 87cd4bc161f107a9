// Imported before everything else, and without imports of its own: it must also run on the Node it turns away.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

const runs = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
if (!runs) {
  console.error(`Cairn needs Node 20.19 or 22.12, or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
