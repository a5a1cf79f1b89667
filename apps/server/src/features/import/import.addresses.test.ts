import {
  invisibleCharacters,
  mailableAddresses,
  unmailableAddresses,
  utf8Addresses,
} from '@myaccount/contract/testing/email-addresses';
import { describe, expect, test } from 'vitest';
import { customerLine, loginLine, wholeFile } from '../../testing/builders/import-lines.ts';
import { forEachTest } from '../../testing/for-tests.ts';
import { startTestImport } from '../../testing/test-import.ts';

const desk = forEachTest(() => startTestImport());

const customersWith = (addresses: readonly string[]) =>
  addresses.map((emailAddress, index) => customerLine({ customerId: `E${index}`, emailAddress }));
const loginsWith = (addresses: readonly string[]) =>
  addresses.map((emailAddress) => loginLine({ emailAddress, accounts: [] }));
const refusedReasons = async (lines: readonly object[], smtpUtf8 = false) =>
  (await desk.importLines(lines, { smtpUtf8 })).refusals.map(({ field, reason }) => `${field}: ${reason}`);
const all = (addresses: readonly unknown[], refusal: string) => addresses.map(() => refusal);

describe('[CONTACT-1] the address of a customer and a login', () => {
  test('is taken where the portal takes it, and stored in the form that is compared', async () => {
    const addresses = mailableAddresses.map(([address]) => address);
    expect(await refusedReasons([...customersWith(addresses), ...loginsWith(addresses)])).toEqual([]);
    const stored = await desk.rows<{ email_address: string }>('select email_address from login');
    const comparable = new Set(mailableAddresses.map(([, form]) => form));
    expect(new Set(stored.map((row) => row.email_address))).toEqual(comparable);
    expect(stored).toHaveLength(comparable.size);
    // As the file has them, but for an internationalized domain.
    const contacts = await desk.rows<{ email_address: string }>('select email_address from customer');
    expect(contacts.map((row) => row.email_address)).toEqual(
      expect.arrayContaining(['Ana.Rivera@Example.COM', 'Pat@xn--mller-kva.example']),
    );
  });

  test('is refused where no mail reaches it', async () => {
    const refusals = await refusedReasons([
      ...customersWith(unmailableAddresses),
      ...loginsWith(unmailableAddresses),
    ]);
    const both = [...unmailableAddresses, ...unmailableAddresses];
    expect(refusals).toEqual(all(both, 'emailAddress: must be an e-mail address'));
  });

  test('is refused with characters that nobody sees', async () => {
    const addresses = invisibleCharacters.map((character) => `pa${character}t@example.com`);
    expect(await refusedReasons([...customersWith(addresses), ...loginsWith(addresses)])).toEqual(
      all([...addresses, ...addresses], 'emailAddress: has characters that nobody sees'),
    );
  });

  test('has other letters than ASCII before the @ only with MAIL_SMTPUTF8', async () => {
    const addresses = utf8Addresses.map(([address]) => address);
    const lines = [...customersWith(addresses), ...loginsWith(addresses)];
    const off = 'emailAddress: has other letters than ASCII before the @, and MAIL_SMTPUTF8 is off';
    expect(await refusedReasons(lines)).toEqual(all(lines, off));
    expect(await refusedReasons(lines, true)).toEqual([]);
    const stored = await desk.rows<{ email_address: string }>('select email_address from login');
    expect(new Set(stored.map((row) => row.email_address))).toEqual(
      new Set(utf8Addresses.map(([, form]) => form)),
    );
  });

  test('that is refused takes what depends on it along, and names its line', async () => {
    const [plan, , ...others] = wholeFile();
    const { refusals } = await desk.importLines([
      plan as object,
      customerLine({ emailAddress: 'pat..x@example.com' }),
      ...others,
    ]);
    expect(refusals).toContainEqual({
      line: 2,
      field: 'emailAddress',
      reason: 'must be an e-mail address',
    });
  });
});

describe('a login', () => {
  test('in both spellings of its domain is one record', async () => {
    const name = { givenName: 'Pat', accounts: [] };
    const [unicode, ascii] = ['pat@müller.example', 'Pat@xn--mller-kva.example'].map((emailAddress) =>
      loginLine({ ...name, emailAddress }),
    );
    expect(await refusedReasons([unicode as object, ascii as object])).toEqual([]);
    expect(await refusedReasons([unicode as object])).toEqual([]);
    expect(await desk.rows('select email_address from login')).toEqual([
      { email_address: 'pat@xn--mller-kva.example' },
    ]);
    expect(await refusedReasons([unicode as object, { ...ascii, givenName: 'Other' }])).toEqual([
      'emailAddress: is already on line 1 with other content',
    ]);
  });

  test.each(['pat@müller.example', 'pat@xn--mller-kva.example'])(
    'that is stored in the spelling of before is found by %s',
    async (emailAddress) => {
      await desk.rows("insert into login (email_address) values ('pat@müller.example')");
      expect(await refusedReasons([loginLine({ emailAddress, givenName: 'Pat', accounts: [] })])).toEqual([]);
      expect(await desk.rows('select email_address, given_name from login')).toEqual([
        { email_address: 'pat@xn--mller-kva.example', given_name: 'Pat' },
      ]);
    },
  );

  test('keeps its sign-in address when its file comes again', async () => {
    const line = loginLine({ emailAddress: 'ANA@Example.com', accounts: [] });
    expect(await refusedReasons([line])).toEqual([]);
    const changed = await desk.rows(
      "update login set email_address = 'new@example.com', import_address = 'ana@example.com' returning id",
    );
    expect(changed).toHaveLength(1);
    expect(await refusedReasons([{ ...line, nickname: 'ana' }])).toEqual([]);
    expect(await desk.rows('select email_address from login')).toEqual([
      { email_address: 'new@example.com' },
    ]);
  });
});

describe('a field that is given twice', () => {
  test.each([
    ['{"type":"plan","planId":"P1","name":"A","name":"B"}', 'name'],
    ['{"type":"account","addresses":[{"city":"A","city":"A"}]}', 'city'],
    ['{"type":"plan","type":"customer"}', 'type'],
    ['{"type":"customer","customerId":"C1","customer\u0049d":"C2"}', 'customerId'],
  ])('in %s is refused with its line', async (text, field) => {
    const { refusals } = await desk.importLines(`${JSON.stringify(customerLine())}\n${text}\n`);
    expect(refusals).toEqual([{ line: 2, field, reason: 'is given twice in one object' }]);
  });
});
