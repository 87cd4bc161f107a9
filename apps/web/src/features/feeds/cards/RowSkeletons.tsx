import { Card } from "../../../ui/Card.tsx";
import { Coming } from "../../../ui/Coming.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { SkeletonLines } from "../../../ui/SkeletonLines.tsx";
import { Row, Stack } from "../../../ui/Stack.tsx";
import * as css from "./cards.module.css";

interface SkeletonProps {
  shown: boolean;
}

export const VideosSkeleton = ({ shown }: SkeletonProps) => (
  <Coming shown={shown}>
    <div className={`${kit.cardGrid} ${kit.g3}`}>
      <VideoSkeleton />
      <VideoSkeleton />
      <VideoSkeleton />
    </div>
  </Coming>
);

export const ArticlesSkeleton = ({ shown }: SkeletonProps) => (
  <Coming shown={shown}>
    <Card className={`${kit.lined} ${css.articles}`}>
      <ArticleSkeleton />
      <ArticleSkeleton />
      <ArticleSkeleton />
    </Card>
  </Coming>
);

const VideoSkeleton = () => (
  <div className={css.video}>
    <Skeleton kind="picture" />
    <Row top gap={3} above={3}>
      <Skeleton width={36} height={36} kind="photo" />
      <SkeletonLines widths={["80%", "56%"]} className={kit.grow} />
    </Row>
  </div>
);

const ArticleSkeleton = () => (
  <div className={css.article}>
    <Stack gap={3}>
      <Row gap={3}>
        <Skeleton width={32} height={32} kind="photo" />
        <Skeleton width={96} />
      </Row>
      <Skeleton width="56%" height={20} />
      <Skeleton width="84%" />
      <Skeleton width="38%" />
    </Stack>
    <Skeleton kind="picture" className={css.articleMedia} />
  </div>
);
