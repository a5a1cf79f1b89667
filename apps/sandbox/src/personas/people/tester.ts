import type { PersonaInput } from '../persona.ts';

/** One saved method per payment outcome, named for that outcome. */
export const tess: PersonaInput = {
  id: 'C-10326',
  firstName: 'Tess',
  lastName: 'Tries-Everything',
  email: 'tess.tries@example.com',
  phone: '6145550124',
  born: '1992-09-09',
  pin: '0000',
  about:
    'Tries everything: saved methods that work, are declined, slow, lost, down or returned, each named for it',
  accounts: [
    {
      accountNumber: '100200326',
      about: 'Residential, three bills open, a method for every outcome of a payment',
      place: '404 Sandbox Street, Columbus, OH 43215',
      plan: 'fiberGig',
      issuedDaysAgo: 2,
      months: 3,
      unpaid: 3,
      methods: [
        { brand: 'VISA', lastFour: '4242', nickname: 'Works' },
        { brand: 'MC', isFramed: true, lastFour: '5454', nickname: 'Works (TranSafe)' },
        { brand: 'VISA', lastFour: '9005', nickname: 'Declined', outcome: 'declined' },
        { brand: 'VISA', lastFour: '9002', nickname: 'No money', outcome: 'funds' },
        {
          brand: 'VISA',
          isFramed: true,
          lastFour: '9003',
          nickname: 'Bank says expired',
          outcome: 'expired',
        },
        { brand: 'VISA', lastFour: '9006', nickname: 'Call your bank', outcome: 'call' },
        { brand: 'MC', lastFour: '9010', nickname: 'Slow: 8 seconds', outcome: 'slow' },
        { brand: 'MC', lastFour: '9012', nickname: 'Charged, answer lost', outcome: 'lost' },
        {
          brand: 'MC',
          isFramed: true,
          lastFour: '9013',
          nickname: 'Cut before the charge',
          outcome: 'unsent',
        },
        {
          brand: 'VISA',
          isFramed: true,
          lastFour: '9016',
          nickname: 'Processor does not know',
          outcome: 'unclear',
        },
        { brand: 'VISA', lastFour: '9020', nickname: 'Called a duplicate', outcome: 'duplicate' },
        { brand: 'VISA', lastFour: '9030', nickname: 'Processor is down', outcome: 'down' },
        { brand: 'VISA', lastFour: '9040', nickname: 'Half is charged', outcome: 'partial' },
        { brand: 'ACH', lastFour: '6789', nickname: 'Bank: settles in 3 days' },
        { brand: 'ACH', lastFour: '9050', nickname: 'Bank: returned in 2 days', outcome: 'returned' },
        { brand: 'DISC', lastFour: '9099', nickname: 'Expired last month', monthsLeft: -1 },
      ],
    },
  ],
};
