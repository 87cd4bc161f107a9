import { Picture, round } from "../drawing.mjs";
import { hex, mineral, stone, tarn } from "../palette.mjs";

const cell = 78;

/** A B-tree of slabs: each level narrows the search, the leaves are chained. The lit way finds 47. */
export function draw() {
  const p = new Picture();
  p.background(
    p.gradient([
      [0, hex(0.955, 0.012, 85)],
      [1, hex(0.9, 0.022, 80)],
    ]),
  );
  for (const [index, y] of [250, 470, 690].entries()) {
    p.add(
      p.ridge(y, 70, hex(0.9 - index * 0.035, 0.02 + index * 0.004, 80 - index * 4), {
        seed: 50 + index * 3,
        roughness: 0.48,
      }),
    );
  }

  const nodes = {
    root: { x: 800, y: 222, keys: [30, 60] },
    low: { x: 330, y: 442, keys: [10, 20] },
    mid: { x: 800, y: 442, keys: [40, 50] },
    high: { x: 1270, y: 442, keys: [70, 80] },
  };
  const leaves = [
    [3, 7],
    [12, 18],
    [22, 27],
    [33, 38],
    [41, 47],
    [52, 58],
    [63, 66],
    [74, 77],
    [85, 92],
  ].map((keys, index) => ({ x: 126 + index * 168.5, y: 676, keys, size: 53 }));

  const half = (node) => (node.keys.length * (node.size ?? cell)) / 2 + 16;
  // A branch leaves through the gap beside the key it was compared with.
  const branch = (from, gap, to, lit) => {
    const size = from.size ?? cell;
    const x = from.x + (gap - from.keys.length / 2) * size * 1.08;
    const y = from.y + 52;
    const end = to.y - (to.size ? 38 : 48);
    const middle = (y + end) / 2;
    return `<path d="M${round(x)} ${y}C${round(x)} ${middle} ${round(to.x)} ${middle - 10} ${round(to.x)} ${end}" fill="none" stroke="${lit ? tarn[600] : stone[500]}" stroke-width="${lit ? 10 : 4.5}" stroke-linecap="round" opacity="${lit ? 1 : 0.75}"/>`;
  };
  const branches = [];
  ["low", "mid", "high"].forEach((name, gap) => {
    branches.push([nodes.root, gap, nodes[name], name === "mid"]);
    for (let i = 0; i < 3; i++) branches.push([nodes[name], i, leaves[gap * 3 + i], gap * 3 + i === 4]);
  });
  branches.sort((a, b) => Number(a[3]) - Number(b[3]));
  p.add(...branches.map((parts) => branch(...parts)));
  for (let i = 0; i < leaves.length - 1; i++) {
    const from = leaves[i].x + half(leaves[i]) + 1;
    const to = leaves[i + 1].x - half(leaves[i + 1]) - 1;
    p.add(
      `<path d="M${round(from)} 676H${round(to)}" stroke="${stone[600]}" stroke-width="5" stroke-linecap="round"/>`,
    );
  }

  const slab = (node, seed, colour, found) => {
    const size = node.size ?? cell;
    const light = colour[0] > 0.6;
    p.add(
      `<ellipse cx="${round(node.x + 4)}" cy="${node.y + size * 0.58}" rx="${round(half(node) * 0.96)}" ry="14" fill="#201a12" opacity="0.3" filter="${p.blur(7)}"/>`,
      p.stone(node.x, node.y, half(node) + 6, size * 0.58, colour, { seed, squareness: 4.6, wobble: 0.022 }),
    );
    node.keys.forEach((key, index) => {
      const x = node.x + (index - (node.keys.length - 1) / 2) * size;
      if (key === found) {
        p.add(`<circle cx="${round(x)}" cy="${node.y}" r="${size * 0.44}" fill="${stone[50]}"/>`);
      }
      p.add(
        p.text(x, node.y + size * 0.165, String(key), {
          size: size * 0.47,
          weight: 700,
          anchor: "middle",
          fill: key === found ? tarn[800] : light ? stone[900] : stone[50],
        }),
      );
    });
    for (let i = 1; i < node.keys.length; i++) {
      const x = node.x + (i - node.keys.length / 2) * size;
      p.add(
        `<path d="M${round(x)} ${node.y - size * 0.34}V${node.y + size * 0.34}" stroke="${light ? "#000" : "#fff"}" stroke-opacity="0.28" stroke-width="3" stroke-linecap="round"/>`,
      );
    }
  };
  slab(nodes.root, 3, [0.43, 0.07, 222]);
  slab(nodes.low, 5, mineral.granite);
  slab(nodes.mid, 8, [0.45, 0.072, 222]);
  slab(nodes.high, 9, mineral.granite);
  leaves.forEach((leaf, index) => {
    slab(
      leaf,
      20 + index,
      index === 4 ? [0.47, 0.075, 222] : mineral.limestone,
      index === 4 ? 47 : undefined,
    );
  });
  return p;
}
