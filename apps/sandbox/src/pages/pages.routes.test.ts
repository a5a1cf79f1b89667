import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { testNumbers } from '../hosted/test-numbers.ts';
import { smtpFaults } from '../inbox/smtp-faults.ts';
import { magicValues } from '../magic-values.ts';
import { pay, purchase } from '../testing/processor-calls.ts';
import { sandboxForFile } from '../testing/test-sandbox.ts';

const hostileText = '<img src=x onerror=alert(1)>"\'&';

const sandbox = sandboxForFile();

describe('the pages of the sandbox', () => {
  it('list every outcome that a person can select', async () => {
    const page = await sandbox.read('/');
    const words = [
      ...magicValues.map(({ keyword }) => `>${keyword}</code>`),
      ...smtpFaults.map(({ tag }) => `+${tag}@`),
    ];
    expect(words.filter((keyword) => !page.includes(keyword))).toEqual([]);
    expect(page).toContain('$1.05');
    expect(page).toContain('href="http://localhost:3000/myaccount"');
    expect(page).toContain(sandbox.smtpUrl);
  });

  it('list every test number of the hosted forms, and lead there', async () => {
    const page = await sandbox.read('/test-numbers');
    const shown = page.replaceAll(/(\d) (?=\d)/g, '$1');
    expect(testNumbers.filter(({ number }) => !shown.includes(`>${number}</code>`))).toEqual([]);
    expect(page).toContain('4242 4242 4242 4242');
    const start = await sandbox.read('/');
    expect(start).toContain('href="/test-numbers"');
    expect(start).toContain(`${sandbox.framesUrl}/PaymentFrame`);
  });

  it('show charges, declines, and attempts of both processors', async () => {
    expect(await sandbox.read('/charges')).toContain('No charges yet.');
    await purchase(sandbox, { amountCents: 8_400, reference: 'T1' });
    await purchase(sandbox, { amountCents: 840, reference: 'T2' });
    await purchase(sandbox, { amountCents: 102, reference: 'T3' });
    await pay(sandbox, { amountCents: 113, reference: '14' });
    const page = await sandbox.read('/charges');
    for (const text of ['$84.00', '$4.20 of $8.40', '(insufficient funds)', 'unsent', '>14</code>']) {
      expect(page).toContain(text);
    }
    expect(await sandbox.read('/charges/fresh')).toContain('$84.00');
    expect(await sandbox.read('/charges.json')).toHaveLength(2);
    expect(await sandbox.read('/charges.json?declined=yes')).toHaveLength(3);
    expect(await sandbox.read('/charges.json?processor=orbital')).toEqual([]);
    expect(await sandbox.read('/attempts.json')).toHaveLength(4);
  });

  it('show mail as escaped text, and its HTML in a frame without scripts', async () => {
    const { hostname, port } = new URL(sandbox.smtpUrl);
    const transport = createTransport({ host: hostname, port: Number(port) });
    await transport.sendMail({
      from: 'a@example.com',
      to: 'b+c@example.com',
      subject: hostileText,
      text: hostileText,
      html: '<p title="x">Hi</p>',
    });
    for (const path of ['/inbox', '/inbox/1', '/inbox/fresh', '/inbox?to=b+c@example.com']) {
      const page = await sandbox.read(path);
      expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
      expect(page).not.toContain('<img');
    }
    const page = await sandbox.read('/inbox/1');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page).toContain('&lt;p title=&quot;x&quot;&gt;Hi&lt;/p&gt;');
    expect((await sandbox.call('GET', '/inbox/2')).status).toBe(404);
    expect(await sandbox.read('/inbox?to=nobody@example.com')).toContain('No messages yet');
  });

  it('have style sheets and one script, and run nothing else', async () => {
    for (const path of ['/sandbox.css', '/inbox.css', '/fresh.js'])
      expect((await sandbox.call('GET', path)).status).toBe(200);
    const response = await fetch(`${sandbox.url}/`);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  });
});
