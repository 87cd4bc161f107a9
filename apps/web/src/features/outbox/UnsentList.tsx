import { UnsentItem } from "../../lib/outbox/UnsentItem.tsx";
import { unsent } from "../../lib/outbox/unsent.ts";
import { useStore } from "../../lib/store.ts";
import * as cardCss from "../../ui/card.module.css";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";

/** Everything of this member that waits on this device or came back; nothing if there is none (docs/rules.md#d145). */
export function UnsentList() {
  const entries = useStore(unsent, () => []);
  if (entries.length === 0) return null;
  return (
    <section
      className={`${cardCss.root} ${cardCss.panel} ${partsCss.slimPanel} ${partsCss.bottom5}`}
      aria-labelledby="unsent"
    >
      <h2 id="unsent" className={layoutCss.h3}>
        Waiting to be sent
      </h2>
      <p className={partsCss.soft}>
        We send these in this order when you are online again. Only you can see them, on this device.
      </p>
      <ul className={`${layoutCss.stack} ${layoutCss.gap3} ${partsCss.top4}`}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <UnsentItem entry={entry} withPlace />
          </li>
        ))}
      </ul>
    </section>
  );
}
