import type { FlagName } from '@myaccount/contract/flags';
import type { Page } from '@playwright/test';

/** Shows the portal's pages as if a flag were set so. Its server keeps its own flag. */
export async function setPageFlag(page: Page, name: FlagName, isOn: boolean): Promise<void> {
  // The browser does not know that a page that a test changed is on this machine too.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(/\/myaccount\/(?!api\/)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(`"${name}":${!isOn}`, `"${name}":${isOn}`);
    return route.fulfill({ response, body });
  });
}
