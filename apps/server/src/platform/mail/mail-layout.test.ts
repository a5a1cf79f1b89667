import { readFileSync } from 'node:fs';
import { brand as brandSchema } from '@myaccount/contract/web-config';
import { describe, expect, test } from 'vitest';
import { inkOn } from '../colors.ts';
import { formatMailDay, mailTime } from './mail-dates.ts';
import type { MailContent } from './mail-html.ts';
import { layOutMail } from './mail-layout.ts';

const demo = new URL('../../../../../scripts/start/demo-brand.json', import.meta.url);
const brand = brandSchema.parse(JSON.parse(readFileSync(demo, 'utf8')));
const content: MailContent = {
  subject: 'Your payment\r\nof $84.99',
  paragraphs: ['Paid for <b>Ann & Sons</b>.'],
  figure: { text: '$84.99' },
  details: ['Visa …4242', 'Reference 7K3M-Q9TX'],
  notes: ['Nothing else to do.'],
  button: { label: 'See "payments"', url: 'https://my.example.com/a?b=1&c=2' },
  reason: 'You paid.',
};

describe('a mail', () => {
  test('[MAIL-3] reads in plain text from the sentence over the figure to the reason', () => {
    expect(layOutMail(content, brand, 'en').text.split('\n\n')).toEqual([
      'Paid for <b>Ann & Sons</b>.',
      '$84.99',
      'Visa …4242\nReference 7K3M-Q9TX',
      'Nothing else to do.',
      'See "payments": https://my.example.com/a?b=1&c=2',
      '--',
      'You paid.',
      `Questions? Call ${brand.supportPhone} or email ${brand.supportEmail}.`,
      `${brand.name}\n`,
    ]);
  });

  test('[MAIL-3] has its HTML escaped, its language named, and its subject on one line', () => {
    const { html, subject } = layOutMail(content, brand, 'es');
    expect(subject).toBe('Your payment of $84.99');
    expect(html).toContain('<html lang="es">');
    expect(html).toContain('Paid for &lt;b&gt;Ann &amp; Sons&lt;/b&gt;.');
    expect(html).toContain('mso-hide:all">Paid for &lt;b&gt;Ann &amp; Sons&lt;/b&gt;.</div>');
    expect(html).toContain('href="https://my.example.com/a?b=1&amp;c=2"');
    expect(html).toContain('See &quot;payments&quot;</a>');
  });

  test('[MAIL-3] keeps the end of a card number with its dots', () => {
    expect(layOutMail(content, brand, 'en').html).toContain(
      'Visa <span style="white-space:nowrap">…4242</span>',
    );
  });

  test('[MAIL-3] shows the logo as a part of itself, and nothing from elsewhere', () => {
    const { html, logo } = layOutMail(content, brand, 'en');
    expect(html).toContain(`<img src="cid:${logo?.contentId}"`);
    expect(logo?.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(html.match(/src=|url\(/g)).toEqual(['src=']);
  });

  test('[MAIL-3] has its name as text beside the logo, which leaves nothing where images are not shown', () => {
    const { html } = layOutMail(content, brand, 'en');
    const [, header = ''] =
      /<table role="presentation"[^>]*margin:0 0 28px">(.+?)<\/table>/s.exec(html) ?? [];
    expect(header).toContain(`>${brand.name}</td>`);
    expect(header.match(/<[^>]*background:#ffffff[^>]*>/g)).toEqual([
      expect.stringMatching(/^<img src="cid:[^"]+" alt="" (?!.*(?:padding|margin|display:block))/),
    ]);
  });

  test('[MAIL-3] keeps a day and a time on one line in HTML, and lets readers find them in plain text', () => {
    const day = formatMailDay('2026-12-03', 'en');
    const { time } = mailTime(new Date('2026-12-03T20:47:00Z'), 'es', 'America/New_York');
    const { subject, text, html } = layOutMail(
      { ...content, subject: `Due ${day}`, paragraphs: [`${day} ${time}`] },
      brand,
      'en',
    );
    expect(html).toContain('>Dec\u00a003,\u00a02026 3:47\u00a0p.m.\u00a0EST</p>');
    expect(subject).toBe('Due Dec 03, 2026');
    expect(text).toContain('Dec 03, 2026 3:47 p.m. EST\n');
  });

  test('[MAIL-3] names the brand alone if it has no PNG, and shows a logo that is one', () => {
    const { logoPng, ...vector } = brand;
    const without = layOutMail(content, vector, 'en');
    expect(without.logo).toBeUndefined();
    expect(without.html).not.toContain('<img');
    expect(without.html).toContain(`>${brand.name}</td>`);
    expect(layOutMail(content, { ...vector, logo: logoPng ?? '' }, 'en').logo).toBeDefined();
  });
});

test.each([
  ['#1769aa', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#ffd400', '#000000'],
  ['#7a7a7a', '#000000'],
  ['#717171', '#ffffff'],
])('[MAIL-3] a button in %s has text in %s', (color, ink) => {
  expect(inkOn(color)).toBe(ink);
});
