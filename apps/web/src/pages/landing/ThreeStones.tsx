import { Stones } from "../../art/Stones.tsx";
import "./three-stones.css";

const steps = [
  { count: 1, name: "Shared", text: "A member submits a video or an article for approval." },
  { count: 2, name: "Checked", text: "Someone who knows the subject reads it, runs it and asks questions." },
  { count: 3, name: "Verified", text: "The name, the date and the exact revision stay on the page." },
] as const;

/** How content comes to its third stone. */
export function ThreeStones() {
  return (
    <section className="trust">
      <div>
        <h2>Three stones make a trail you can trust</h2>
        <p className="trust-text">
          Travellers stack a cairn where the path is right. Members do the same with what they learn.
        </p>
      </div>
      <ol className="trust-steps">
        {steps.map(({ count, name, text }) => (
          <li key={name}>
            <span className="trust-sign">
              <Stones size={34} count={count} />
            </span>
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
