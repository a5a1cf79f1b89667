import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, listFiles, listSources, root } from './source-files.ts';

/** Returns the imports of sources below `from` that `isWrong` reports, as "file → import". */
function wrongImports(from: string, isWrong: (target: string, path: string) => boolean): string[] {
  return listSources(from).flatMap((path) =>
    importsOf(path)
      .filter((target) => isWrong(target, path))
      .map((target) => `${path} → ${target}`),
  );
}

const server = 'apps/server/src';
const web = 'apps/web/src';

/** The features of money, from the lowest floor up (docs/decisions/02-features.md). */
const moneyFloors = [
  'ledger',
  'balance',
  'consents',
  'payment-methods',
  'payment-state',
  'charging',
  'reconciliation',
  'receipts',
  'payment-export',
  'planned-payments',
  'autopay',
  'payments',
  'refunds',
  'charge-notices',
  'charging-pause',
];

/** The repositories that other features may use: rows that several floors lock and change together. */
const sharedRepositories = [
  'accounts/account-lock.repository.ts',
  'accounts/contact.repository.ts',
  'accounts/mail-account.repository.ts',
  'accounts/open-visit.repository.ts',
  'charging/heartbeat.repository.ts',
  'gift-card/gift-card.repository.ts',
  'invoices/bill-mail.repository.ts',
  'payment-methods/saved-method.repository.ts',
  'payment-state/attempt.repository.ts',
  'payment-state/change-payment.repository.ts',
  'payment-state/idempotency.repository.ts',
  'payment-state/new-payment.repository.ts',
  'payment-state/payment.repository.ts',
  'reconciliation/processor-records.repository.ts',
  'sessions/sessions.repository.ts',
];

const featureOf = (path: string) => /\/features\/([^/]+)\//.exec(path)?.[1];

describe('imports go one way', () => {
  test('the contract imports no app and no other package', () => {
    const isWrong = (target: string) => target.startsWith('apps/') || target.startsWith('@myaccount/');
    expect(wrongImports('packages/contract/src/', isWrong)).toEqual([]);
  });

  test('the portal does not import the sandbox, which tests start, nor the sandbox the portal', () => {
    const isSandbox = (target: string, path: string) =>
      (target.startsWith('apps/sandbox') || target === '@myaccount/sandbox') &&
      path !== `${server}/testing/sandbox.ts`;
    expect(wrongImports(`${server}/`, isSandbox)).toEqual([]);
    expect(wrongImports(`${web}/`, isSandbox)).toEqual([]);
    const isPortal = (target: string) =>
      /^apps\/(server|web)/.test(target) || target === '@myaccount/contract';
    expect(wrongImports('apps/sandbox/src/', isPortal)).toEqual([]);
  });

  test('sandbox: services do not import the start, which hands each what it needs', () => {
    const isWrong = (target: string, path: string) =>
      /^apps\/sandbox\/src\/(main|sandbox|settings)\.ts$/.test(target) &&
      /^apps\/sandbox\/src\/(?!testing\/)[^/]+\//.test(path);
    expect(wrongImports('apps/sandbox/src/', isWrong)).toEqual([]);
  });

  test('bench and drill do not import each other, and what both start imports neither', () => {
    const into =
      (...folders: string[]) =>
      (target: string) =>
        folders.includes(target.split('/')[0] ?? '');
    expect(wrongImports('environment/', into('bench', 'drill'))).toEqual([]);
    expect(wrongImports('bench/', into('drill'))).toEqual([]);
    expect(wrongImports('drill/', into('bench'))).toEqual([]);
  });

  test('server: platform and gateways import no feature', () => {
    const isWrong = (target: string) =>
      /\/src\/(features|app|config|page-config|production-settings)\b/.test(target);
    expect(wrongImports(`${server}/platform/`, isWrong)).toEqual([]);
    expect(wrongImports(`${server}/gateways/`, isWrong)).toEqual([]);
  });

  test('server: a feature uses another only through its service, its rules, or a repository that it shares', () => {
    const isWrong = (target: string, path: string) => {
      const other = featureOf(target);
      if (other === undefined || other === featureOf(path)) return false;
      return (
        !/\.(service|rules)\.ts$/.test(target) && !sharedRepositories.includes(`${other}/${basename(target)}`)
      );
    };
    expect(wrongImports(`${server}/features/`, isWrong)).toEqual([]);
  });

  test('server: a repository that a feature shares is used by another', () => {
    const used = importsBetweenFeatures(`${server}/features/`).map(([, target]) => target);
    const unused = sharedRepositories.filter((file) => !used.includes(`${server}/features/${file}`));
    expect(unused).toEqual([]);
  });

  test('server: features of money are on floors, and each uses only those below', () => {
    const floorOf = (path: string) => moneyFloors.indexOf(featureOf(path) ?? '');
    const wrong = importsBetweenFeatures(`${server}/features/`)
      .filter(([path, target]) => floorOf(path) >= 0 && floorOf(target) > floorOf(path))
      .map(([path, target]) => `${path} → ${target}`);
    expect(wrong).toEqual([]);
  });

  test('server: features.ts lists every feature that brings something, each after those that it uses', () => {
    const listed = importsOf(`${server}/features.ts`).flatMap((target) => featureOf(target) ?? []);
    const brought = listSources(`${server}/features/`).filter((path) => path.endsWith('.feature.ts'));
    expect(brought.map(featureOf).sort()).toEqual([...listed].sort());
    const names = /: readonly Feature\[\] = \[([^\]]*)\]/.exec(
      readFileSync(join(root, server, 'features.ts'), 'utf8'),
    );
    const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const order = (names?.[1] ?? '').split(',').flatMap((name) => dashed(name.trim()) || []);
    expect([...order].sort()).toEqual([...listed].sort());
    const wrong = importsBetweenFeatures(`${server}/features/`)
      .map(([path, target]) => [featureOf(path) ?? '', featureOf(target) ?? ''] as const)
      .filter(([user, used]) => order.includes(user) && order.indexOf(used) > order.indexOf(user))
      .map(([user, used]) => `${user} → ${used}`);
    expect(wrong).toEqual([]);
  });

  test('server: pipelining has one door', () => {
    const folder = `${server}/platform/database/pipeline/`;
    const isWrong = (target: string, path: string) =>
      target.startsWith(folder) && target !== `${folder}pipeline.ts` && !path.startsWith(folder);
    expect(wrongImports(`${server}/`, isWrong)).toEqual([]);
    expect(wrongImports('bench/', isWrong)).toEqual([]);
  });

  test('server: the steps of an import use only those before them', () => {
    const steps = ['parse', 'plan', 'write'];
    const stepOf = (path: string) => steps.indexOf(/\/import\/([a-z]+)\//.exec(path)?.[1] ?? '');
    const isWrong = (target: string, path: string) => stepOf(target) > stepOf(path);
    for (const step of steps) expect(wrongImports(`${server}/features/import/${step}/`, isWrong)).toEqual([]);
  });

  test('server: the product imports nothing from testing', () => {
    const isWrong = (target: string, path: string) =>
      target.startsWith(`${server}/testing`) && !path.includes('/testing/');
    expect(wrongImports(`${server}/`, isWrong)).toEqual([]);
  });

  test("server: only repositories, the platform, and the operator's commands contain SQL", () => {
    const isWrong = (target: string, path: string) =>
      (target === 'kysely' || target === 'pg') && !/\.repository\.ts$|\/import\/|\/generate\//.test(path);
    expect(wrongImports(`${server}/features/`, isWrong)).toEqual([]);
  });

  test('web: ui and api know no feature, a feature knows no page', () => {
    const knowsFeature = (target: string) =>
      target.startsWith(`${web}/features`) || target.startsWith(`${web}/app`);
    expect(wrongImports(`${web}/ui/`, knowsFeature)).toEqual([]);
    expect(wrongImports(`${web}/api/`, knowsFeature)).toEqual([]);
    const knowsPage = (target: string) =>
      /^apps\/web\/src\/app\/(pages|Shell|Header|main|routes)/.test(target);
    expect(wrongImports(`${web}/features/`, knowsPage)).toEqual([]);
  });
});

/**
 * What a feature of the web exports to other features (docs/decisions/02-features.md). Everything
 * else is its own. Pages below `app/pages` combine features and import what they show.
 */
const webExports: Readonly<Record<string, readonly string[]>> = {
  'account-info': ['BillingAddress.tsx'],
  accounts: ['AddressLines.tsx', 'account-face.rules.ts', 'account-ids.ts', 'accounts.queries.ts'],
  appointments: ['NextVisit.tsx', 'visit-texts.ts'],
  autopay: ['AutopayButton.tsx', 'AutopayState.tsx'],
  balance: [
    'AmountOwed.tsx',
    'BillChangeLine.tsx',
    'Owed.tsx',
    'StateOfBill.tsx',
    'balance.queries.ts',
    'item-name.ts',
    'next-payment.rules.ts',
    'open-items.rules.ts',
  ],
  'billing-system': ['AsOf.tsx'],
  consents: ['ConsentCheckbox.tsx', 'ConsentForm.tsx', 'agreed-consent.ts'],
  'gift-card': ['gift-card.rules.ts'],
  happenings: ['Happenings.tsx'],
  invoices: ['DownloadInvoice.tsx', 'invoice-lines.rules.ts'],
  login: ['CodeInput.tsx', 'ResendMail.tsx', 'sign-in.ts'],
  paperless: ['PaperlessChoice.tsx'],
  'payment-methods': [
    'MethodButtons.tsx',
    'MethodChoice.tsx',
    'MethodName.tsx',
    'MethodWords.tsx',
    'SecurityHold.tsx',
    'method-name.ts',
    'payment-methods.queries.ts',
  ],
  payments: ['WhenQuestion.tsx', 'payment-details.ts', 'payment.form.ts', 'useLeftText.ts'],
  receipts: ['receipt.rules.ts'],
};

/** Imports between features below `folder`, as `[importing file, imported file]`. */
function importsBetweenFeatures(folder: string): [path: string, target: string][] {
  return listSources(folder).flatMap((path) =>
    importsOf(path).flatMap((target): [string, string][] => {
      const other = featureOf(target);
      return other !== undefined && other !== featureOf(path) ? [[path, target]] : [];
    }),
  );
}

/** Features that use each other in a circle, as “a → b → a”; each circle once. */
function featureCycles(folder: string): string[] {
  const uses = new Map<string, Set<string>>();
  for (const [path, target] of importsBetweenFeatures(folder)) {
    const feature = featureOf(path) ?? '';
    uses.set(feature, (uses.get(feature) ?? new Set()).add(featureOf(target) ?? ''));
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (feature: string, trail: readonly string[]): void => {
    const start = trail.indexOf(feature);
    if (start >= 0) cycles.push([...trail.slice(start), feature].join(' → '));
    if (start >= 0 || done.has(feature)) return;
    for (const next of uses.get(feature) ?? []) visit(next, [...trail, feature]);
    done.add(feature);
  };
  for (const feature of uses.keys()) visit(feature, []);
  return cycles;
}

describe('features have boundaries', () => {
  test('web: a feature uses another only through what it exports', () => {
    const isExported = (target: string) =>
      webExports[featureOf(target) ?? '']?.some(
        (file) => target === `${web}/features/${featureOf(target)}/${file}`,
      );
    const wrong = importsBetweenFeatures(`${web}/features/`)
      .filter(([, target]) => !isExported(target))
      .map(([path, target]) => `${path} → ${target}`);
    expect(wrong).toEqual([]);
  });

  test('web: what a feature exports is there, and another feature uses it', () => {
    const used = new Set(importsBetweenFeatures(`${web}/features/`).map(([, target]) => target));
    const unused = Object.entries(webExports)
      .flatMap(([feature, files]) => files.map((file) => `${web}/features/${feature}/${file}`))
      .filter((path) => !used.has(path));
    expect(unused).toEqual([]);
  });

  test.each([`${server}/features/`, `${web}/features/`])(
    'no features use each other in a circle: %s',
    (folder) => {
      expect(featureCycles(folder)).toEqual([]);
    },
  );

  test('web: a page is one file of its name, which only the routes import', () => {
    const pages = listFiles().filter(
      (path) => path.startsWith(`${web}/app/pages/`) && !path.includes('.test.'),
    );
    const named = pages.filter((path) => /^[A-Z]\w+(Page|Start)(\.tsx|\.module\.css)$/.test(basename(path)));
    expect(pages).toEqual(named);
  });
});
