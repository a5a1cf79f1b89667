import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { testSettings } from '../../testing/portal.ts';
import { pageConfigOf } from './page-config.ts';

test('[MAIL-3] the page gets the brand without the logo for mails', () => {
  const config = readConfig(testSettings('postgres://localhost/none'));
  const { brand } = pageConfigOf(config);
  expect(config.brand.logoPng).toMatch(/^data:image\/png;base64,/);
  expect({ ...brand, logoPng: config.brand.logoPng }).toEqual(config.brand);
  expect(brand).not.toHaveProperty('logoPng');
});
