import { beforeEach, expect, test } from 'vitest';
import { returnToLink } from './return-to-link.ts';

const href = '/billing/invoices/i-2';
const page = (content: string) => {
  document.body.innerHTML = `<h1 tabindex="-1">Bills</h1>${content}`;
};
const focused = () => document.activeElement?.id;

beforeEach(() => page(''));

test('[LOOK-2] the focus returns to the row that was opened, also when it comes later', async () => {
  document.querySelector('h1')?.focus();
  returnToLink(href);
  await new Promise((resolve) => setTimeout(resolve, 50));
  document.body.insertAdjacentHTML('beforeend', '<a id="other" href="/billing/invoices/i-1">1</a>');
  document.body.insertAdjacentHTML('beforeend', `<a id="row" href="${href}">2</a>`);
  await expect.poll(focused).toBe('row');
});

test('[LOOK-2] the focus returns again when the list is redrawn', async () => {
  const row = `<a id="row" href="${href}">2</a>`;
  page(row);
  returnToLink(href);
  await expect.poll(focused).toBe('row');
  page(row);
  expect(focused()).not.toBe('row');
  await expect.poll(focused).toBe('row');
});

test('[LOOK-2] what the customer has focused meanwhile keeps the focus', async () => {
  page('<input id="field">');
  document.querySelector('input')?.focus();
  returnToLink(href);
  document.body.insertAdjacentHTML('beforeend', `<a id="row" href="${href}">2</a>`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(focused()).toBe('field');
});
