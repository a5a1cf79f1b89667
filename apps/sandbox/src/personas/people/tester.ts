import { bankAccount, card, frameCard } from '../methods.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { plans } from '../tariff.ts';

/** Saved methods that each come to another end, named for it. */
export function tess(today: string): Persona {
  const account = '100200326';
  const terms = { account, holder: 'Tess Tries-Everything', today };
  const ends = (ending: number) => String(9_000 + ending);
  const methods = [
    card('VISA', { ...terms, ends: '4242', nickname: 'Works', isDefault: true }),
    frameCard('MC', { ...terms, ends: '5454', nickname: 'Works (TranSafe)' }),
    card('VISA', { ...terms, ends: ends(5), nickname: 'Declined', outcome: 'declined' }),
    card('VISA', { ...terms, ends: ends(2), nickname: 'No money', outcome: 'funds' }),
    frameCard('VISA', { ...terms, ends: ends(3), nickname: 'Bank says expired', outcome: 'expired' }),
    card('VISA', { ...terms, ends: ends(6), nickname: 'Call your bank', outcome: 'call' }),
    card('MC', { ...terms, ends: ends(10), nickname: 'Slow: 8 seconds', outcome: 'slow' }),
    card('MC', { ...terms, ends: ends(12), nickname: 'Charged, answer lost', outcome: 'lost' }),
    frameCard('MC', { ...terms, ends: ends(13), nickname: 'Cut before the charge', outcome: 'unsent' }),
    frameCard('VISA', { ...terms, ends: ends(16), nickname: 'Processor does not know', outcome: 'unclear' }),
    card('VISA', { ...terms, ends: ends(20), nickname: 'Called a duplicate', outcome: 'duplicate' }),
    card('VISA', { ...terms, ends: ends(30), nickname: 'Processor is down', outcome: 'down' }),
    card('VISA', { ...terms, ends: ends(40), nickname: 'Half is charged', outcome: 'partial' }),
    bankAccount({ ...terms, ends: '6789', nickname: 'Bank: settles in 3 days' }),
    bankAccount({ ...terms, ends: ends(50), nickname: 'Bank: returned in 2 days', outcome: 'returned' }),
    card('DISC', { ...terms, ends: ends(99), nickname: 'Expired last month', monthsLeft: -1 }),
  ];
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
