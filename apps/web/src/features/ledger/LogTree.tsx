import { useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { useHydrated } from "../../lib/store.ts";
import * as kit from "../../ui/kit.module.css";
import * as css from "./log-tree.module.css";
import { drawTree, type Spot } from "./tree-picture.ts";

/** The fragment that chooses an entry on the ledger's page. */
export const entryHash = (entry: number) => `#entry-${entry}`;

/** The chosen entry; null without one, and in markup from the server, which does not know the fragment. */
function useChosenEntry(): number | null {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const [, entry] = /^#entry-(0|[1-9]\d{0,14})$/.exec(hash) ?? [];
  return isHydrated && entry !== undefined ? Number(entry) : null;
}

/** The log's Merkle tree: where an entry sits, and which hashes its proof needs. The newest entry unless one is chosen. */
export function LogTree({ size }: { size: number }) {
  const chosen = useChosenEntry();
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen === null) return;
    figure.current?.focus({ preventScroll: true });
    figure.current?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);
  const titleId = useId();
  const captionId = useId();

  const isSigned = chosen === null || chosen < size;
  const entry = chosen !== null && isSigned ? chosen : size - 1;
  const { width, height, spots, proof } = drawTree(size, entry);
  return (
    <figure className={css.root} ref={figure} tabIndex={-1} aria-labelledby={titleId}>
      <svg
        role="img"
        aria-labelledby={titleId}
        aria-describedby={captionId}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        <title id={titleId}>
          {`Entry ${entry} in the tree of ${size} ${size === 1 ? "entry" : "entries"}`}
        </title>
        {spots.map((spot) => spot.above && <Edge key={nameOf(spot)} spot={spot} above={spot.above} />)}
        {spots.map((spot) => (
          <Node key={nameOf(spot)} spot={spot} />
        ))}
      </svg>
      <figcaption className={`${kit.small} ${css.caption}`} id={captionId}>
        {!isSigned && (
          <p>Entry {chosen} is not in a signed checkpoint yet. This is the newest one that is.</p>
        )}
        <p>
          <span className={css.entryKey} /> Entry {entry}, which is row {entry + 1}
        </p>
        <p>
          <span className={css.proofKey} /> {proofInWords(proof)}
        </p>
      </figcaption>
    </figure>
  );
}

const nameOf = ({ start, end }: Spot) => `${start}-${end}`;

const rangeOf = ({ start, end }: Spot) => (end - start === 1 ? `${start}` : `${start} to ${end - 1}`);

function proofInWords(proof: readonly Spot[]): string {
  if (proof.length === 0) return "Its hash is the root: the proof needs no other.";
  const ranges = proof.map(rangeOf).join(", ");
  return proof.length === 1
    ? `Its proof is one hash, over ${ranges}. With it anybody computes the root.`
    : `Its proof is ${proof.length} hashes, over the entries ${ranges}. With them anybody computes the root.`;
}

const Edge = ({ spot, above }: { spot: Spot; above: Spot }) => (
  <line
    className={spot.kind === "entry" || spot.kind === "path" ? css.way : css.edge}
    x1={above.x}
    y1={above.y}
    x2={spot.x}
    y2={spot.y}
  />
);

function Node({ spot: { x, y, kind, isFolded } }: { spot: Spot }) {
  switch (kind) {
    case "entry":
      return <circle className={css.entry} cx={x} cy={y} r={8} />;
    case "proof":
      return (
        <>
          {isFolded && <path className={css.folded} d={`M${x} ${y}l11 24h-22z`} />}
          <rect className={css.proof} x={x - 6} y={y - 6} width={12} height={12} rx={2} />
        </>
      );
    case "path":
      return <circle className={css.path} cx={x} cy={y} r={5} />;
    case "other":
      return <circle className={css.other} cx={x} cy={y} r={3} />;
  }
}
