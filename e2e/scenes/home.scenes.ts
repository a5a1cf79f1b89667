import type { Happening } from '@myaccount/contract/happenings';
import type { BillingRefresh } from '@myaccount/contract/home';
import { setPageFlag } from '../support/flags.ts';
import { changing, failing, pending, type Scene } from './scene.ts';

const refreshCall = '**/api/billing/gtv/billing-account/refresh*';
const ana = 'ana.rivera@example.com';

const dashboards = {
  due: ana,
  'past-due': 'jerome.banks@example.com',
  returned: 'carl.jensen@example.com',
  'gift-card': 'olivia.hart@example.com',
  'waiting-address': 'nathan.cole@example.com',
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

const visa = { card_type: 'VISA', last_four: '4242' } as const;
const bank = { card_type: 'ACH', last_four: '2718' } as const;

/** What no persona is in for long, three at a time as the server tells them: each kind once. */
const happens: Readonly<Record<string, (billing: BillingRefresh) => readonly Happening[]>> = {
  trouble: (billing) => [
    { kind: 'returned', payment_method: bank, ...moneyOf(billing), reason: 'insufficient-funds' },
    {
      kind: 'visit',
      date: dayOf(billing, 0),
      visit: {
        jobStatus: 'In Progress',
        techFirstName: 'Luis',
        shortestArrivalETA: null,
        longestArrivalETA: null,
      },
    },
    { kind: 'method-expired', date: dayOf(billing, -20), payment_method: visa },
  ],
  'declined-and-late': (billing) => [
    { kind: 'declined', payment_method: visa, ...moneyOf(billing), reason: 'insufficient-funds' },
    { kind: 'late-debt', payment_method: visa, ...moneyOf(billing), date: dayOf(billing, 5) },
    { kind: 'email', date: dayOf(billing, 6), email_address: 'ana.maria.rivera@example.com' },
  ],
  money: (billing) => [
    { kind: 'on-its-way', payment_method: bank, ...moneyOf(billing), amount: 20 },
    { kind: 'planned', payment_method: visa, ...moneyOf(billing), amount: 30, date: dayOf(billing, 4) },
    { kind: 'autopay', payment_method: visa, ...moneyOf(billing), amount: 57.7, date: dayOf(billing, 9) },
  ],
  offers: (billing) => [
    { kind: 'method-expires', date: dayOf(billing, 20), payment_method: visa },
    { kind: 'gift-card', date: dayOf(billing, 70) },
    { kind: 'hero-discount', date: dayOf(billing, 0) },
  ],
  // The newer truth alone: what came back is on its way again.
  'paid-again': (billing) => [{ kind: 'on-its-way', payment_method: visa, ...moneyOf(billing) }],
};

/** A day some days after the latest bill was issued. */
function dayOf({ recentBills }: BillingRefresh, days: number): string {
  const issued = Date.parse(recentBills.at(-1)?.occurred_on ?? '');
  return new Date(issued + days * 86_400_000).toISOString().slice(0, 10);
}

function moneyOf(billing: BillingRefresh) {
  const invoice_ids = billing.openItems.flatMap(({ invoice_id }) => invoice_id ?? []);
  return { date: dayOf(billing, 1), amount: billing.balance, invoice_ids };
}

/** How long ago the billing system was asked: a customer comes back, and it is away since the day before. */
const readAgo = { stale: 10 * 60_000, away: 26 * 3_600_000 };

/** The dashboard of everyone for whom it differs. */
export const homeScenes: readonly Scene[] = [
  ...Object.entries(dashboards).map(([name, email]) => ({ name: `home-${name}`, email, path: '' })),
  ...Object.entries(happens).map(([name, happeningsOf]) => ({
    name: `home-happens-${name}`,
    email: ana,
    path: '',
    intercept: changing<BillingRefresh>(refreshCall, (billing) => ({
      ...billing,
      happenings: happeningsOf(billing),
    })),
  })),
  {
    name: 'home-paid-together',
    email: ana,
    path: '',
    intercept: changing<BillingRefresh>(refreshCall, (billing) => ({
      ...billing,
      happenings: [
        { kind: 'on-its-way', payment_method: bank, ...moneyOf(billing), amount: 20 },
        {
          kind: 'planned',
          payment_method: visa,
          ...moneyOf(billing),
          amount: 87.7,
          date: dayOf(billing, 15),
        },
      ],
      inFlight: 20,
      planned: 87.7,
      amountDue: 0,
      paidBy: 1,
    })),
  },
  {
    name: 'home-part-paid',
    email: 'jerome.banks@example.com',
    path: '',
    intercept: changing<BillingRefresh>(refreshCall, (billing) => ({
      ...billing,
      balance: billing.balance - 20,
      amountDue: billing.amountDue - 20,
      pastDue: billing.pastDue - 20,
      openItems: billing.openItems.map((item, index) =>
        index === 0 ? { ...item, amount: item.amount - 20 } : item,
      ),
    })),
  },
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
    name: 'home-changes-opened',
    email: ana,
    path: '',
    act: async (page, { text }) => {
      await page.locator('summary').click();
      await page.getByRole('table', { name: text('balance.change.every') }).waitFor();
    },
  },
  {
    name: 'home-plain',
    email: ana,
    path: '',
    intercept: (page) => setPageFlag(page, 'billingRefresh', false),
  },
  ...Object.entries(readAgo).map(([name, ms]) => ({
    name: `home-${name}`,
    email: ana,
    path: '',
    intercept: changing<BillingRefresh>(refreshCall, (billing) => ({
      ...billing,
      asOf: new Date(Date.now() - ms).toISOString(),
      isReading: true,
    })),
  })),
  { name: 'home-loading', email: ana, path: '', intercept: pending(refreshCall), isLoading: true },
  { name: 'home-failed', email: ana, path: '', intercept: failing(refreshCall) },
];
