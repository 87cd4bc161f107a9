import { useSearchParams } from "react-router";
import { DeviceList } from "../features/device/DeviceList.tsx";
import { UnsentList } from "../features/outbox/UnsentList.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Alert } from "../ui/Alert.tsx";
import * as css from "../ui/layout.module.css";
import * as partsCss from "../ui/parts.module.css";

/**
 * What waits for the network, and what can be read without it; also where a page leads that is not on this device
 * (docs/rules.md#d142).
 */
export function OnThisDevicePage() {
  const [search] = useSearchParams();
  const wanted = search.get("wanted");
  return (
    <>
      <PageTitle title="On this device" hidden />
      <div className={css.pageHead}>
        <div>
          <h1 className={css.h1}>On this device</h1>
          <p className={css.sub}>What you can read here offline.</p>
        </div>
      </div>
      {wanted !== null && isOwnPath(wanted) && (
        <Alert kind="info" className={partsCss.bottom4}>
          <p>
            You are offline, and this page is not on this device.{" "}
            <a className={css.link} href={wanted}>
              Try again
            </a>
          </p>
        </Alert>
      )}
      <UnsentList />
      <DeviceList />
    </>
  );
}

/** Not to another site: anybody may write the address of this page. */
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path);
