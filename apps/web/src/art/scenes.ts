interface SceneShape {
  width: number;
  height: number;
  /** What stays in view where the box is narrower than the picture. */
  anchor: "xMidYMax" | "xMaxYMax";
  seed: number;
  sun: readonly [x: number, y: number, radius: number];
  /** The farthest and the nearest of four ridges, as shares of the height: where they lie and how far they stray. */
  base: readonly [far: number, near: number];
  swing: readonly [far: number, near: number];
  /** Height of the hill in front at its left end. */
  ground: number;
  trail: string;
  cairn: readonly [x: number, y: number, scale: number];
}

export const scenes = {
  landing: {
    width: 1200,
    height: 500,
    anchor: "xMaxYMax",
    seed: 23,
    sun: [672, 125, 44],
    base: [0.5, 0.8],
    swing: [0.3, 0.15],
    ground: 454,
    trail: "M294 504C466 461 573 491 793 452",
    cairn: [982, 450, 1.433],
  },
  login: {
    width: 720,
    height: 876,
    anchor: "xMidYMax",
    seed: 31,
    sun: [533, 315, 50],
    base: [0.5, 0.8],
    swing: [0.3, 0.15],
    ground: 815,
    trail: "M-226 880C-62 828 40 865 250 813",
    cairn: [430, 811, 1.367],
  },
  register: {
    width: 720,
    height: 876,
    anchor: "xMidYMax",
    seed: 78,
    sun: [576, 333, 48],
    base: [0.53, 0.8],
    swing: [0.22, 0.07],
    ground: 815,
    trail: "M-336 880C-172 828 -70 865 140 813",
    cairn: [320, 811, 1.367],
  },
  banner: {
    width: 1200,
    height: 300,
    anchor: "xMaxYMax",
    seed: 61,
    sun: [792, 102, 34],
    base: [0.7, 0.9],
    swing: [0.22, 0.07],
    ground: 293,
    trail: "M505 304C625 286 700 297 853 291",
    cairn: [985, 288, 1],
  },
} as const satisfies Record<string, SceneShape>;

export type SceneName = keyof typeof scenes;
