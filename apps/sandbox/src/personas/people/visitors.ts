import { appointment } from '../appointments.ts';
import { customerPersona, type Persona } from '../persona.ts';
import { place } from '../places.ts';
import { plans } from '../plans.ts';

/** Nobody has a free time where this customer lives: the postal code ends as the field service's empty areas do. */
export function nora(today: string): Persona {
  const account = '100200327';
  return customerPersona(
    {
      id: 'C-10327',
      firstName: 'Nora',
      lastName: 'Lindqvist',
      email: 'nora.lindqvist@example.com',
      phone: '6145550127',
      born: '1984-03-09',
      pin: null,
    },
    'Installation planned where no other times are offered',
    [
      {
        accountNumber: account,
        customerId: 'C-10327',
        about: 'Residential, before installation, an area without times',
        place: place('12 Quarry Road, Columbus, OH 43299'),
        plan: plans.fiber300,
        issuedDaysAgo: 0,
        months: 0,
        appointments: [
          appointment(account, { kind: 'installation', on: today, inDays: 4, jobStatus: 'Ready' }),
        ],
      },
    ],
    today,
  );
}

/** The visit was over days ago: every link to it has expired, also the one in the text from when it was made. */
export function felix(today: string): Persona {
  const account = '100200328';
  const persona = customerPersona(
    {
      id: 'C-10328',
      firstName: 'Felix',
      lastName: 'Amado',
      email: 'felix.amado@example.com',
      phone: '6145550128',
      born: '1976-12-30',
      pin: null,
    },
    'Installation canceled three days ago: the link in the text in the inbox has expired',
    [
      {
        accountNumber: account,
        customerId: 'C-10328',
        about: 'Residential, installation canceled, its links have expired',
        place: place('77 Canal Walk, Columbus, OH 43215'),
        plan: plans.fiber500,
        issuedDaysAgo: 0,
        months: 0,
        appointments: [
          appointment(account, { kind: 'installation', on: today, inDays: -3, jobStatus: 'Cancelled' }),
        ],
      },
    ],
    today,
  );
  return { ...persona, textedDaysAgo: 10 };
}
