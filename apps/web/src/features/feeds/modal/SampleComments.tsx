import { useId } from "react";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Badge } from "../../../ui/Badge.tsx";

const comments = [
  { id: 1, name: "Kofi Asante", body: "Clear and to the point. I sent it to my study group." },
  { id: 2, name: "Leila Haddad", body: "Would love a follow-up with one worked example." },
];

/** The two that the spec makes up locally. They say that they are samples: nobody wrote them (D49). */
export function SampleComments() {
  const headingId = useId();
  return (
    <section className="sample-comments" aria-labelledby={headingId}>
      <div className="sample-comments-head">
        <h3 id={headingId}>Comments</h3>
        <Badge kind="neutral">Samples</Badge>
      </div>
      <p>Made-up examples. Nobody has commented here.</p>
      <ul>
        {comments.map(({ id, name, body }) => (
          <li key={id}>
            <Avatar name={name} size={32} />
            <div>
              <b>{name}</b> <span>Sample</span>
              <p>{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
