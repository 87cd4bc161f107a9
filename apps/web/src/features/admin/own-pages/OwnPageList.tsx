import { aboutPath, limits, type OwnPageLink, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import * as kit from "../../../ui/kit.module.css";
import { ListRow } from "../../../ui/ListRow.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Stack } from "../../../ui/Stack.tsx";
import { EmptyState } from "../../../ui/State.tsx";
import { Text } from "../../../ui/Text.tsx";
import { ConfirmAction } from "../ConfirmAction.tsx";
import { ownPagesQuery, removeOwnPage } from "./own-pages.queries.ts";

/** Opens the form for one page; empty: for a new one. */
export const editParameter = "edit";
const formPath = (slug: string) => ({ pathname: screens.adminPages, search: `?${editParameter}=${slug}` });

/** The site's own pages, in the order in which footers link them. */
export function OwnPageList() {
  const query = useQuery(ownPagesQuery);
  const isFull = (query.data?.length ?? 0) >= limits.ownPages;
  return (
    <Stack gap={5}>
      <Text kind="soft">
        Pages such as an imprint, a privacy notice or the rules. Everybody can read them, and the footer links
        them.
      </Text>
      {isFull ? (
        <Text kind="note">
          A site can have {limits.ownPages} pages of its own. Delete one to add another.
        </Text>
      ) : (
        <div>
          <ButtonLink to={formPath("")}>
            <Plus size={18} />
            New page
          </ButtonLink>
        </div>
      )}
      <Loaded
        query={query}
        failure="The pages could not be loaded."
        empty={<EmptyState title="No pages yet." spot="done" />}
      >
        {(pages) => (
          <Card as="ul" className={kit.lined} aria-label="Pages">
            {pages.map((page) => (
              <ListRow key={page.slug} pad end={<PageActions page={page} />}>
                <Link className={kit.hoverLink} to={aboutPath(page.slug)} dir="auto">
                  {page.title}
                </Link>
                <span className={`${kit.subline} ${kit.breaks}`}>{aboutPath(page.slug)}</span>
              </ListRow>
            ))}
          </Card>
        )}
      </Loaded>
    </Stack>
  );
}

function PageActions({ page }: { page: OwnPageLink }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <span className={dataTableCss.rowActions}>
      <ButtonLink size="sm" to={formPath(page.slug)} aria-label={`Edit ${page.title}`}>
        Edit
      </ButtonLink>
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`Delete ${page.title}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {isAsking && (
        <ConfirmAction
          title="Delete this page?"
          confirm="Delete"
          action={() => removeOwnPage(page)}
          onClose={() => setAsking(false)}
        >
          <p className={kit.breaks}>
            “{page.title}” leaves the footer, and {aboutPath(page.slug)} leads nowhere. This cannot be undone.
          </p>
        </ConfirmAction>
      )}
    </span>
  );
}
