import { Stones } from "../../art/Logo.tsx";
import { Card } from "../../ui/Card.tsx";
import { cx } from "../../ui/cx.ts";
import * as kit from "../../ui/kit.module.css";
import { Row, Stack } from "../../ui/Stack.tsx";
import * as signCss from "../../ui/sign.module.css";
import * as css from "./write-page.module.css";

const steps = [
  { name: "Pending", text: "Only you and the reviewers can see it, and you can keep editing." },
  { name: "Checked", text: "A reviewer reads it, runs the code and checks the sources." },
  { name: "Verified", text: "It appears in the feed with the reviewer’s name and the revision." },
];

/** Shown beside the form: the steps from a post to "verified". */
export function StepsToVerified() {
  return (
    <Card as="aside" pad aria-labelledby="verified-steps">
      <h2 className={kit.heading} id="verified-steps">
        How a post gets verified
      </h2>
      <Stack as="ol" above={4}>
        {steps.map(({ name, text }, index) => (
          <Row as="li" top gap={3} className={`${kit.soft} ${css.step}`} key={name}>
            <span className={cx(kit.tile, signCss.root, index === 2 && signCss.isVerified, css.sign)}>
              <Stones size={20} count={index === 0 ? 1 : index === 1 ? 2 : 3} />
            </span>
            <span>
              <b>{name}</b>
              {text}
            </span>
          </Row>
        ))}
      </Stack>
    </Card>
  );
}
