import { test } from '@playwright/test';
import { openSignedIn } from '../support/sign-in.ts';
for (const path of ['payments', 'billing/make-payment']) {
  test(`printed ${path}`, async ({ page }) => {
    await openSignedIn(page, 'ana.rivera@example.com', `./${path}`);
    await page.getByRole('form').waitFor();
    await page.waitForTimeout(1500);
    await page.setViewportSize({ width: 720, height: 960 });
    await page.emulateMedia({ media: 'print' });
    await page.screenshot({ path: `/tmp/h/pay/print-${path.replace('/', '-')}.png`, fullPage: true });
    await page.pdf({ path: `/tmp/h/pay/print-${path.replace('/', '-')}.pdf`, format: 'Letter' });
  });
}
