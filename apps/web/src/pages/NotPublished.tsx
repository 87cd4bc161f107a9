import { screens } from "@cairn/contract";
import { PageTitle } from "../lib/PageTitle.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import * as kit from "../ui/kit.module.css";

/** In the place of a page that exists once something of it is public. */
export const NotPublished = ({ title, text }: { title: string; text: string }) => (
  <div className={`${kit.stack} ${kit.starts}`}>
    <PageTitle title={title} hidden />
    <p className={kit.caps}>Error 404</p>
    <h1 className={kit.h1}>{title}</h1>
    <p className={kit.sub}>{text}</p>
    <ButtonLink to={screens.library}>Go to the library</ButtonLink>
  </div>
);
