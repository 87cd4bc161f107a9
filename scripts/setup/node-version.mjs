// Imported before everything else, and without imports of its own: it must also run on the Node it turns away.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Cairn needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
