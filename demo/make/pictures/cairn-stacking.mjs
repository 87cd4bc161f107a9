import { Picture } from "../drawing.mjs";
import { contactShadow, halo, land, stack, sun, trail } from "../scene.mjs";

/** The video's still image: the finished cairn. */
export function draw() {
  const picture = new Picture();
  picture
    .sky()
    .add(
      picture.sun(sun.x, sun.y, sun.r),
      land(picture),
      trail(),
      halo(picture, stack[stack.length - 1], 0.8),
    );
  stack.forEach((stone, index) => {
    if (index > 0) picture.add(contactShadow(picture, stone));
    picture.add(
      picture.stone(stone.cx, stone.cy, stone.rx, stone.ry, stone.colour, {
        seed: stone.seed,
        tilt: stone.tilt,
        ground: index === 0,
      }),
    );
  });
  return picture;
}
