import type { PaymentMethodLine } from '../import-file.ts';
import { bankAccount, card, frameCard, type MethodInput } from '../methods.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { plans } from '../plans.ts';

/** One saved method per payment outcome, named for that outcome. */
export function tess(today: string): Persona {
  const account = '100200326';
  const input = { account, holder: 'Tess Tries-Everything', today };
  const methods = tessMethods(input);
  return customerPersona(
    {
      id: 'C-10326',
      firstName: 'Tess',
      lastName: 'Tries-Everything',
      email: 'tess.tries@example.com',
      phone: '6145550124',
      born: '1992-09-09',
      pin: '0000',
    },
    'Tries everything: saved methods that work, are declined, slow, lost, down or returned, each named for it',
    [
      {
        accountNumber: account,
        customerId: 'C-10326',
        about: 'Residential, three bills open, a method for every outcome of a payment',
        place: place('404 Sandbox Street, Columbus, OH 43215'),
        plan: plans.fiberGig,
        issuedDaysAgo: 2,
        months: 3,
        methods,
      },
    ],
    today,
  );
}

function tessMethods(input: Pick<MethodInput, 'account' | 'holder' | 'today'>): PaymentMethodLine[] {
  const lastFourOf = (ending: number) => String(9_000 + ending);
  return [
    card('VISA', { ...input, lastFour: '4242', nickname: 'Works', isDefault: true }),
    frameCard('MC', { ...input, lastFour: '5454', nickname: 'Works (TranSafe)' }),
    card('VISA', { ...input, lastFour: lastFourOf(5), nickname: 'Declined', outcome: 'declined' }),
    card('VISA', { ...input, lastFour: lastFourOf(2), nickname: 'No money', outcome: 'funds' }),
    frameCard('VISA', {
      ...input,
      lastFour: lastFourOf(3),
      nickname: 'Bank says expired',
      outcome: 'expired',
    }),
    card('VISA', { ...input, lastFour: lastFourOf(6), nickname: 'Call your bank', outcome: 'call' }),
    card('MC', { ...input, lastFour: lastFourOf(10), nickname: 'Slow: 8 seconds', outcome: 'slow' }),
    card('MC', { ...input, lastFour: lastFourOf(12), nickname: 'Charged, answer lost', outcome: 'lost' }),
    frameCard('MC', {
      ...input,
      lastFour: lastFourOf(13),
      nickname: 'Cut before the charge',
      outcome: 'unsent',
    }),
    frameCard('VISA', {
      ...input,
      lastFour: lastFourOf(16),
      nickname: 'Processor does not know',
      outcome: 'unclear',
    }),
    card('VISA', {
      ...input,
      lastFour: lastFourOf(20),
      nickname: 'Called a duplicate',
      outcome: 'duplicate',
    }),
    card('VISA', { ...input, lastFour: lastFourOf(30), nickname: 'Processor is down', outcome: 'down' }),
    card('VISA', { ...input, lastFour: lastFourOf(40), nickname: 'Half is charged', outcome: 'partial' }),
    bankAccount({ ...input, lastFour: '6789', nickname: 'Bank: settles in 3 days' }),
    bankAccount({
      ...input,
      lastFour: lastFourOf(50),
      nickname: 'Bank: returned in 2 days',
      outcome: 'returned',
    }),
    card('DISC', { ...input, lastFour: lastFourOf(99), nickname: 'Expired last month', monthsLeft: -1 }),
  ];
}
