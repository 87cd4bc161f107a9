import { changeProfile, getProfile, type Profile } from "@cairn/contract";
import { type DefaultBodyType, HttpResponse } from "msw";
import { answer, server } from "./fake-api.ts";

export const sampleProfile = (more: Partial<Profile> = {}): Profile => ({
  name: "Amina Yusuf",
  email: "amina@cairn.test",
  email_confirmed: true,
  bio: "I test forms with a keyboard first.",
  avatar_url: null,
  avatar_small_url: null,
  social_links: [{ label: "Code", url: "https://github.com/aminayusuf" }],
  interests: ["Full-Stack", "DevOps"],
  languages: [],
  ...more,
});

interface ServedProfile {
  profile?: Profile;
  /** What a change is answered with in place of success. */
  refuse?: (() => HttpResponse<DefaultBodyType>) | undefined;
  message?: string;
  /** A change waits for it. */
  ready?: Promise<void>;
}

/** A profile that keeps what it is told; tells what that was, and how often it was asked for. */
export function serveProfile({ profile = sampleProfile(), refuse, message, ready }: ServedProfile = {}) {
  const saved: Record<string, unknown>[] = [];
  const asked = { times: 0 };
  let now = profile;
  server.use(
    answer(getProfile, () => {
      asked.times += 1;
      return HttpResponse.json(now);
    }),
    answer(changeProfile, async ({ request }) => {
      const sent = Object.fromEntries(await request.formData());
      saved.push(sent);
      await ready;
      if (refuse) return refuse();
      const { name, bio, social_links, interests } = sent;
      now = {
        ...now,
        name: String(name),
        ...(bio !== undefined && { bio: String(bio) }),
        ...(social_links !== undefined && { social_links: JSON.parse(String(social_links)) }),
        ...(interests !== undefined && { interests: JSON.parse(String(interests)) }),
      };
      return HttpResponse.json({ ...now, message: message ?? "Profile updated successfully" });
    }),
  );
  return { saved, asked };
}
