import type { PlantedBug } from './planted-bug.ts';

/** Bugs of what home, mails, and `ops show` tell that a drill has to find, by name. */
export const plantedTellingBugs: Readonly<Record<string, PlantedBug>> = {
  'returned-told-declined': {
    file: 'ops/show.ts',
    text: "kind: kind.replaceAll('-', ' '),",
    broken: "kind: kind.replaceAll('-', ' ').replace('returned', 'declined'),",
    foundBy: ['telling-day'],
  },
  'returned-not-told': {
    file: 'features/home/happenings.rules.ts',
    text: "returned: (facts) => findTrouble(facts, 'RETURNED'),",
    broken: 'returned: () => [],',
    foundBy: ['telling-day'],
  },
  'mailed-other-retry': {
    file: 'features/autopay/follow-up.service.ts',
    text: '        retryOn,\n        isOff',
    broken: '        retryOn: retryOn && failed.runOn,\n        isOff',
    foundBy: ['telling-day'],
  },
  'mailed-other-failure-day': {
    file: 'features/autopay/follow-up.service.ts',
    text: 'day: failed.failedOn,',
    broken: 'day: retryOn,',
    foundBy: ['telling-day'],
  },
  'mailed-return-on-day-paid': {
    file: 'features/payment-state/outcome.service.ts',
    text: 'returnedOn: isReturned ? today : undefined,',
    broken: 'returnedOn: isReturned ? payment.occurredOn : undefined,',
    foundBy: ['telling-day'],
  },
};
