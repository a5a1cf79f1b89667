import type { PersonaInput } from '../persona.ts';

/** A business. */
export const harbor: PersonaInput = {
  id: 'C-10315',
  firstName: 'Inez',
  lastName: 'Castellano',
  email: 'office@harborstreetbakery.example.com',
  phone: '5035550116',
  born: '1970-04-01',
  pin: '2040',
  about: 'Business customer with a static address and a managed router; bill on paper and by e-mail',
  accounts: [
    {
      accountNumber: '100200315',
      about: 'Business, bill open, bank account saved',
      businessName: 'Harbor Street Bakery LLC',
      place: '19 Harbor Street, Astoria, OR 97103',
      billingPlace: 'PO Box 812, Astoria, OR 97103',
      plan: 'business500',
      billType: 'PAPER_EMAIL',
      issuedDaysAgo: 10,
      months: 24,
      addOns: ['staticAddress', 'router'],
      otherCharges: [
        { monthsAgo: 2, type: 'one-time', description: 'Technician visit: new wall outlet', cents: 7_500 },
      ],
      methods: [{ brand: 'ACH', lastFour: '4400', nickname: 'Business checking' }],
    },
  ],
};

const priyasHome = '250 Bryden Road, Columbus, OH 43215';

/** Several accounts under one sign-in. */
export const priya: PersonaInput = {
  id: 'C-10316',
  firstName: 'Priya',
  lastName: 'Nair',
  email: 'priya.nair@example.com',
  phone: '6145550117',
  born: '1982-01-26',
  pin: '2601',
  about: 'Four accounts under one sign-in: home, rental flat, business, and one that is inactive',
  accounts: [
    {
      accountNumber: '100200316',
      about: 'Residential, autopay on',
      place: priyasHome,
      plan: 'fiberGig',
      issuedDaysAgo: 5,
      months: 24,
      addOns: ['wifi'],
      discounts: [{ description: 'Autopay discount', cents: -500 }],
      methods: [{ brand: 'VISA', lastFour: '1616', nickname: 'Home Visa' }],
      autopayMonths: 23,
    },
    {
      accountNumber: '100200317',
      about: 'Residential in Oregon, autopay off, bill open',
      place: '1801 Unit 12 – NW Irving Street, Portland, OR 97209',
      billingPlace: priyasHome,
      plan: 'fiber300',
      issuedDaysAgo: 14,
      months: 13,
      methods: [{ brand: 'MC', lastFour: '1717', nickname: 'Rental card' }],
      pin: '1801',
    },
    {
      accountNumber: '100200318',
      about: 'Business, nothing due',
      businessName: 'Nair Design Studio',
      place: '36 East Gay Street, Columbus, OH 43215',
      plan: 'businessGig',
      issuedDaysAgo: 20,
      months: 11,
      addOns: ['staticAddress'],
      methods: [{ brand: 'ACH', lastFour: '1818' }],
      paid: { daysAfter: 3, clock: '15:00' },
    },
    {
      accountNumber: '100200319',
      about: 'Residential, inactive, nothing due',
      place: '9 Hocking Trail, Logan, OH 43138',
      plan: 'fiber300',
      status: 'INACTIVE',
      issuedDaysAgo: 130,
      months: 8,
      unpaid: 0,
      methods: [{ brand: 'VISA', lastFour: '1616' }],
      notificationPreference: '',
    },
  ],
};
