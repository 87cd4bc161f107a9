import type { ContentItem } from "@cairn/contract";
import type { BoxProps } from "../../ui/Box.tsx";
import * as kit from "../../ui/kit.module.css";
import { Text } from "../../ui/Text.tsx";

interface PodcastLinkProps extends Pick<BoxProps, "above"> {
  /** The page whose recordings the podcast has. */
  page: string;
  items: readonly Pick<ContentItem, "content_type" | "status">[];
}

/** Nothing without a published recording. */
export const PodcastLink = ({ page, items, above }: PodcastLinkProps) =>
  items.some(({ content_type, status }) => content_type === "Audio" && status === "Published") && (
    <Text above={above}>
      <a className={kit.link} href={`${page}/podcast.xml`}>
        Listen in your podcast app
      </a>
    </Text>
  );
