import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

test('a test sandbox starts without charges and messages, and accepts mail', async () => {
  expect(await sandbox.charges()).toEqual([]);
  expect(await sandbox.messages('ana@example.com')).toEqual([]);
  const mail = createTransport(sandbox.smtpUrl);
  await mail.sendMail({ from: 'a@example.com', to: 'ana@example.com', subject: 'Hello', text: 'Hi' });
  mail.close();
  const subjects = async () => (await sandbox.messages('ana@example.com')).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual(['Hello']);
});

test('its services can be switched to fail and back', async () => {
  const call = () => fetch(`${sandbox.settings.TRANSAFE_URL}/api/v2/report/unsettled?ordernum=1`);
  const before = (await call()).status;
  await sandbox.control({ processor: 'transafe', mode: 'down' });
  expect((await call()).status).toBe(503);
  await sandbox.reset();
  expect((await call()).status).toBe(before);
});
