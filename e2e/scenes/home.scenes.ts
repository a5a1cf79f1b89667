import { setPageFlag } from '../support/flags.ts';
import { failing, pending, type Scene } from './scene.ts';

const refreshCall = '**/api/billing/gtv/billing-account/refresh*';
const ana = 'ana.rivera@example.com';

const dashboards = {
  due: ana,
  'past-due': 'jerome.banks@example.com',
  autopay: 'marcus.webb@example.com',
  'on-its-way': 'mei.tanaka@example.com',
  credit: 'samuel.ortiz@example.com',
  'nothing-due': 'helen.brandt@example.com',
  closed: 'greg.olsen@example.com',
  'no-bill': 'iris.novak@example.com',
  'several-accounts': 'priya.nair@example.com',
  business: 'office@harborstreetbakery.example.com',
  'long-name': 'maximiliana.bernadette.konstantina.wolfeschlegelsteinhausen@example.com',
};

/** The dashboard of everyone for whom it differs. */
export const homeScenes: readonly Scene[] = [
  ...Object.entries(dashboards).map(([name, email]) => ({ name: `home-${name}`, email, path: '' })),
  {
    name: 'home-bill-opened',
    email: 'carl.jensen@example.com',
    path: '',
    act: async (page, { text }) => {
      const start = text('invoices.list.showPayments.bill').trim();
      const toggle = page.getByRole('button', { name: start });
      await toggle.nth(1).click();
      await page
        .getByRole('button', { name: text('invoices.list.hidePayments.bill').trim() })
        .first()
        .waitFor();
    },
  },
  {
    name: 'home-plain',
    email: ana,
    path: '',
    intercept: (page) => setPageFlag(page, 'billingRefresh', false),
  },
  { name: 'home-loading', email: ana, path: '', intercept: pending(refreshCall), isLoading: true },
  { name: 'home-failed', email: ana, path: '', intercept: failing(refreshCall) },
];
