import { splitOf } from "@cairn/tlog";

/** A node of the drawn tree; `start` to `end` are the entries below it, the last one excluded. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  /** In the picture's units. */
  readonly x: number;
  readonly y: number;
  /**
   * `entry`: the chosen one. `path`: above it. `proof`: a hash that its proof holds. `other`: below such a hash.
   */
  readonly kind: "entry" | "path" | "proof" | "other";
  /** A subtree that is drawn as one triangle. */
  readonly isFolded: boolean;
  /** The node above; null for the root. */
  readonly above: Spot | null;
}

interface TreePicture {
  readonly width: number;
  readonly height: number;
  readonly spots: readonly Spot[];
  /** What the proof's hashes cover, as they are used: from the entry up to the root. */
  readonly proof: readonly Spot[];
}

/** Up to so many entries each one is drawn; in larger trees only the path to the chosen one, which is as long as log2. */
const drawnInFull = 16;
const across = 26;
const down = 30;
const margin = 16;

/** Where the entry sits in a tree of `size` entries, at least 1, and which hashes its proof needs. */
export function drawTree(size: number, entry: number): TreePicture {
  const spots: Spot[] = [];
  let columns = 0;
  let depth = 0;
  const column = () => margin + across * columns++;

  interface Node {
    start: number;
    end: number;
    level: number;
  }
  function kindOf({ start, end }: Node, isBelowProof: boolean): Spot["kind"] {
    if (isBelowProof) return "other";
    if (entry < start || entry >= end) return "proof";
    return end - start === 1 ? "entry" : "path";
  }

  /** Draws a subtree from left to right, and answers its root without the node above. */
  function draw(node: Node, isBelowProof: boolean): (above: Spot | null) => void {
    const { start, end, level } = node;
    const kind = kindOf(node, isBelowProof);
    const y = margin + down * level;
    const isFolded = kind === "proof" && end - start > 1 && size > drawnInFull;
    depth = Math.max(depth, isFolded ? level + 0.6 : level);
    if (end - start === 1 || isFolded) {
      const x = column();
      return (above) => void spots.push({ start, end, x, y, kind, isFolded, above });
    }
    const middle = start + splitOf(end - start);
    const isBelow = kind === "proof" || kind === "other";
    const from = columns;
    const left = draw({ start, end: middle, level: level + 1 }, isBelow);
    const right = draw({ start: middle, end, level: level + 1 }, isBelow);
    const x = margin + (across * (from + columns - 1)) / 2;
    return (above) => {
      const spot: Spot = { start, end, x, y, kind, isFolded, above };
      spots.push(spot);
      left(spot);
      right(spot);
    };
  }

  draw({ start: 0, end: size, level: 0 }, false)(null);
  const proof = spots.filter(({ kind }) => kind === "proof").sort((one, other) => other.y - one.y);
  return { width: margin * 2 + across * (columns - 1), height: margin * 2 + down * depth, spots, proof };
}
