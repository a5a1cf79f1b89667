import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../testing/page.tsx';
import { user } from '../testing/user.ts';
import { Dropdown, DropdownEntry, DropdownGroup } from './Dropdown.tsx';

const chosen = vi.fn();

beforeEach(() => {
  chosen.mockClear();
  show(
    <>
      <a href="#before">Before</a>
      <Dropdown button="Accounts">
        <DropdownGroup title="Your accounts">
          <DropdownEntry isChosen onChoose={() => chosen('first')}>
            First
          </DropdownEntry>
          <DropdownEntry isChosen={false} onChoose={() => chosen('second')}>
            Second
          </DropdownEntry>
        </DropdownGroup>
        <DropdownEntry onChoose={() => chosen('sign out')}>Sign out</DropdownEntry>
      </Dropdown>
      <a href="#next">Next</a>
    </>,
  );
});

const toggle = () => screen.getByRole('button', { name: 'Accounts' });
const focused = () => document.activeElement?.textContent;
const isOpen = () => screen.queryByRole('menu', { name: 'Accounts' }) !== null;

test.each([
  ['{ArrowDown}', 'First'],
  ['{ArrowUp}', 'Sign out'],
  ['{Enter}', 'First'],
  [' ', 'First'],
])('[SHELL-4] the key “%s” on the button opens the menu at “%s”', async (key, entry) => {
  toggle().focus();
  expect(toggle().getAttribute('aria-expanded')).toBe('false');
  await user.keyboard(key);
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe(entry);
});

test.each([
  ['{ArrowDown}', 'Second'],
  ['{ArrowDown}{ArrowDown}', 'Sign out'],
  ['{ArrowDown}{ArrowDown}{ArrowDown}', 'First'],
  ['{ArrowUp}', 'Sign out'],
  ['{ArrowUp}{ArrowUp}', 'Second'],
  ['{End}', 'Sign out'],
  ['{End}{Home}', 'First'],
])('[SHELL-4] %s in the menu leads to “%s”', async (keys, entry) => {
  await user.click(toggle());
  await user.keyboard(keys);
  expect(focused()).toBe(entry);
});

test('[SHELL-4] a letter leads to the next entry that begins with it, and around; others lead nowhere', async () => {
  await user.click(toggle());
  for (const [key, entry] of [
    ['s', 'Second'],
    ['S', 'Sign out'],
    ['s', 'Second'],
    ['f', 'First'],
    ['x', 'First'],
  ] as const) {
    await user.keyboard(key);
    expect(focused(), key).toBe(entry);
  }
});

test('[SHELL-4] names its choices and their group', async () => {
  await user.click(toggle());
  screen.getByRole('group', { name: 'Your accounts' });
  screen.getByRole('menuitemradio', { name: 'First', checked: true });
  screen.getByRole('menuitemradio', { name: 'Second', checked: false });
  expect(screen.getByRole('menuitem').textContent).toBe('Sign out');
});

test.each([
  ['{Tab}', 'Next'],
  ['{Shift>}{Tab}{/Shift}', 'Before'],
  ['{Escape}', 'Accounts'],
])('[SHELL-4] %s closes it and leads from the button to “%s”', async (keys, name) => {
  await user.click(toggle());
  await user.keyboard(keys);
  expect([isOpen(), focused()]).toEqual([false, name]);
});

test('[SHELL-4] choosing acts once, closes it, and leads back to the button', async () => {
  await user.click(toggle());
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen.mock.calls).toEqual([['second']]);
  expect([isOpen(), focused()]).toEqual([false, 'Accounts']);
});

test('[SHELL-4] a press on a heading keeps it open; one beside it, or on the button, closes it', async () => {
  await user.click(toggle());
  await user.click(screen.getByText('Your accounts'));
  expect(isOpen()).toBe(true);
  await user.click(document.querySelector('[class*=shade]') as HTMLElement);
  expect([isOpen(), focused()]).toEqual([false, 'Accounts']);
  await user.click(toggle());
  await user.click(toggle());
  expect(isOpen()).toBe(false);
});
