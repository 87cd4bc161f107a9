import { authorPath, screens, seriesPath } from "@cairn/contract";
import type { Source } from "../../events/changes.ts";
import { sourcesOfSeries } from "../../events/sources.ts";
import type { Site } from "../../lib/site-look.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { ContentService } from "../content/content.service.ts";
import type { ProfileService } from "../profiles/profiles.service.ts";
import type { SeriesService } from "../series/series.service.ts";

interface Dependencies {
  readonly profiles: Pick<ProfileService, "author">;
  readonly categories: Pick<CategoryService, "get">;
  readonly series: Pick<SeriesService, "get">;
  readonly site: Site;
}

/** Which items a feed has, and how it names itself. */
export interface FeedOf {
  readonly title: string;
  /** The page that shows the same items. */
  readonly page: string;
  readonly filter: NonNullable<Parameters<ContentService["newestPublished"]>[1]>;
  /** Sources of its name. */
  readonly sources: readonly Source[];
}

/** What a podcast says of itself in addition. */
export interface Show {
  /** Names it in the address of its picture. */
  readonly key: string;
  readonly name: string;
  readonly author: string;
  readonly description: string;
  /** Its parts have an order. */
  readonly isSerial?: true;
}

export interface ShowFeed extends FeedOf {
  readonly show: Show;
}

/** The feeds that there are. Each throws an AppError with status 404 for what readers may not see. */
export function createFeedKinds({ profiles, categories, series, site }: Dependencies) {
  return {
    site: async (): Promise<ShowFeed> => ({
      title: site().name,
      page: screens.library,
      filter: {},
      sources: [],
      show: {
        key: "site",
        name: site().name,
        author: site().name,
        description: "Verified recordings about software: each checked by a named person.",
      },
    }),

    async author(id: number): Promise<ShowFeed> {
      const { name, bio } = await profiles.author(id);
      return {
        title: `${name} on ${site().name}`,
        page: authorPath(id),
        filter: { authorId: id },
        sources: [`user:${id}`],
        show: {
          key: `author-${id}`,
          name,
          author: name,
          description: bio || `What ${name} has published on ${site().name}.`,
        },
      };
    },

    async category(id: number): Promise<FeedOf> {
      const { name } = await categories.get(id);
      return {
        title: `${name} on ${site().name}`,
        page: `${screens.library}?category=${id}`,
        filter: { inCategories: [id] },
        sources: ["categories", `category:${id}`],
      };
    },

    async series(id: number): Promise<ShowFeed> {
      const { series: found } = await series.get(null, id);
      const { title, description, author, items } = found;
      return {
        title,
        page: seriesPath(id),
        filter: { among: items.map((item) => item.id) },
        sources: sourcesOfSeries(found),
        show: {
          key: `series-${id}`,
          name: title,
          author: author.name,
          description: description || `A series by ${author.name}.`,
          isSerial: true,
        },
      };
    },
  };
}
export type FeedKinds = ReturnType<typeof createFeedKinds>;
