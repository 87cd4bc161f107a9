import { screens } from "@cairn/contract";
import { ChevronRight, Webhook } from "lucide-react";
import { Link } from "react-router";
import { TokenList } from "../../features/program-tokens/TokenList.tsx";
import { Card } from "../../ui/Card.tsx";
import * as kit from "../../ui/kit.module.css";
import { Row, Stack } from "../../ui/Stack.tsx";

/** What a verified admin can do for programs, below the profile. */
export const ForPrograms = () => (
  <Stack gap={5} above={6}>
    <TokenList isAdmin />
    <Card pad>
      <Link to={screens.webhooks} className={`${kit.spread} ${kit.hoverLink}`}>
        <Row as="span" gap={3}>
          <Webhook size={20} className={kit.muted} />
          <span>
            <b>Webhooks</b>
            <span className={kit.subline}>Tell other programs what happens on the site</span>
          </span>
        </Row>
        <ChevronRight size={18} />
      </Link>
    </Card>
  </Stack>
);
