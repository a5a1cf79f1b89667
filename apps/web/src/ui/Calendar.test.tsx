import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../testing/page.tsx';
import { user } from '../testing/user.ts';
import { Calendar } from './Calendar.tsx';
import { firstOfMonth, within as inRange, weeksOf } from './calendar-days.ts';

function Days({ chosen: start = '' }: { chosen?: string }) {
  const [chosen, setChosen] = useState(start);
  return (
    <>
      <Calendar
        label="Day of the payment"
        shownFrom="2026-10-01"
        first="2026-11-24"
        last="2026-12-03"
        chosen={chosen}
        onChoose={setChosen}
      />
      <output>{chosen}</output>
    </>
  );
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const focused = () => document.activeElement?.getAttribute('data-day');

test('[PAY-3] days before today can be seen back to the month before, and not chosen', async () => {
  show(<Days />);
  screen.getByRole('grid', { name: 'November 2026' });
  expect(button('Monday, November 23, 2026').disabled).toBe(true);
  expect(button('Tuesday, November 24, 2026').disabled).toBe(false);
  await user.click(button('Previous month'));
  const october = screen.getByRole('grid', { name: 'October 2026' });
  const days = within(october).getAllByRole<HTMLButtonElement>('button');
  expect(days).toHaveLength(31);
  expect(days.every(({ disabled }) => disabled)).toBe(true);
  expect(button('Previous month').disabled).toBe(true);
});

test('[PAY-3] the due date is the last day, in the last month', async () => {
  show(<Days />);
  await user.click(button('Next month'));
  expect(button('Next month').disabled).toBe(true);
  expect(button('Friday, December 4, 2026').disabled).toBe(true);
  await user.click(button('Thursday, December 3, 2026'));
  expect(screen.getByRole('status').textContent).toBe('2026-12-03');
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('3');
  expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('3');
});

test('[PAY-3] the keyboard moves by day, week, month, and to both ends of the month, and never beyond', async () => {
  show(<Days chosen="2026-11-25" />);
  for (let press = 0; press < 3; press += 1) await user.tab();
  expect(focused()).toBe('2026-11-25');
  for (const [key, day] of [
    ['{ArrowRight}', '2026-11-26'],
    ['{ArrowDown}', '2026-12-03'],
    ['{ArrowDown}', '2026-12-03'],
    ['{ArrowLeft}', '2026-12-02'],
    ['{PageUp}', '2026-11-24'],
    ['{End}', '2026-11-30'],
    ['{PageUp}', '2026-11-24'],
    ['{ArrowUp}', '2026-11-24'],
    ['{PageDown}', '2026-12-03'],
    ['{Home}', '2026-12-01'],
    ['{End}', '2026-12-03'],
  ] as const) {
    await user.keyboard(key);
    expect(focused(), key).toBe(day);
  }
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status').textContent).toBe('2026-12-03');
});

test('months and weeks', () => {
  expect(firstOfMonth('2026-01-31', -1)).toBe('2025-12-01');
  expect(firstOfMonth('2026-01-31', 1)).toBe('2026-02-01');
  expect(inRange('2026-01-01', '2026-02-01', '2026-03-01')).toBe('2026-02-01');
  expect(inRange('2026-04-01', '2026-02-01', '2026-03-01')).toBe('2026-03-01');
  const weeks = weeksOf('2026-11-24');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect(weeks[0]?.[0]).toBe('2026-11-01');
  expect(weeks.at(-1)?.slice(0, 3)).toEqual(['2026-11-29', '2026-11-30', null]);
  expect(weeksOf('2028-02-10').flat().filter(Boolean)).toHaveLength(29);
});
