import type { PersonaInput } from '../persona.ts';

/** Customers with names that break naive code. */
export const names: readonly PersonaInput[] = [
  // Names that break naive code: accents, an apostrophe and a hyphen in a plus address.
  namedPersona('100200321', {
    id: 'C-10321',
    firstName: 'Zoë',
    lastName: "O'Brien-Łukasz",
    email: 'zoe.obrien+fiber@example.com',
    phone: '6145550119',
    nickname: 'Zoë & the “cats” 🐈',
    about: 'A name with accents, apostrophe and hyphen; a nickname with quotes and an emoji; a plus address',
  }),
  // A name of one character each, in Chinese.
  namedPersona('100200322', {
    id: 'C-10322',
    firstName: '小明',
    lastName: '王',
    email: 'wang.xiaoming@example.com',
    phone: '5035550120',
    nickname: '小明',
    about: 'A Chinese name',
  }),
  // A name in a right-to-left script.
  namedPersona('100200323', {
    id: 'C-10323',
    firstName: 'محمد',
    lastName: 'الحسيني',
    email: 'm.alhusseini@example.com',
    phone: '2105550121',
    nickname: 'محمد',
    about: 'An Arabic name, written from right to left',
  }),
  // A name that programs mistake for null or markup.
  namedPersona('100200324', {
    id: 'C-10324',
    firstName: 'Robert <b>Bobby</b>',
    lastName: 'Null',
    email: 'robert.null@example.com',
    phone: '7045550122',
    nickname: '$#{1+1} *Bob* \\ %s',
    about: 'The last name Null, and markup where none belongs',
  }),
  // A name longer than any column.
  namedPersona('100200325', {
    id: 'C-10325',
    firstName: 'Maximiliana-Bernadette Konstantina',
    lastName: 'Wolfeschlegelsteinhausenbergerdorff-Papadimitrakopoulou',
    email: 'maximiliana.bernadette.konstantina.wolfeschlegelsteinhausen@example.com',
    phone: '8045550123',
    nickname: 'Max',
    about: 'A name and an address longer than any column',
  }),
];

/** A persona whose name alone matters; the saved card has its nickname. */
function namedPersona(
  accountNumber: string,
  person: Omit<PersonaInput, 'born' | 'pin' | 'accounts'>,
): PersonaInput {
  const lastFour = accountNumber.slice(-4);
  return {
    ...person,
    born: '1991-05-05',
    pin: lastFour,
    accounts: [
      {
        accountNumber,
        about: 'Residential, bill open',
        place: '30 Piñon Street, Dayton, OH 45402',
        plan: 'fiber300',
        issuedDaysAgo: 6,
        months: 5,
        addOns: ['wifi'],
        methods: [{ brand: 'VISA', lastFour, nickname: person.nickname }],
      },
    ],
  };
}
