import type { CountsPoint } from '@myaccount/contract/metrics';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/page.tsx';
import { EventChart } from './EventChart.tsx';

const none = {
  payment: { total: 0, success: 0, failure: 0 },
  iframe: { total: 0, open: 0, success: 0, failure: 0, errors: 0 },
};
const series: CountsPoint[] = Array.from({ length: 24 }, (_, index) => ({
  at: new Date(Date.parse('2026-11-22T07:00:00Z') + index * 3_600_000).toISOString(),
  login: { total: index + 1, success: index, failure: 1 },
  ...none,
}));
const sums = { login: { total: 300, success: 276, failure: 24 }, ...none };

/** Tells a width, in pixels: jsdom lays nothing out. */
let resizeTo = (_width: number) => {};
beforeEach(() => {
  class Observer {
    readonly disconnect = () => undefined;
    readonly observe = () => resizeTo(640);
    constructor(onResize: (entries: unknown[]) => void) {
      resizeTo = (width) => onResize([{ contentRect: { width, height: 224 } }]);
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
});

function openChart() {
  const chart = { name: 'login', lines: ['success', 'failure'] } as const;
  show(<EventChart chart={chart} stats={{ ...sums, series }} range={1} />);
  return screen.getByRole('application', { name: 'Sign-ins. Use the arrow keys to read each point.' });
}

const plain = (text: string) => text.replace(/\s/g, ' ');
/** What is read out of a point. */
const read = () => plain(screen.getByRole('status').textContent);
const place = (chart: HTMLElement, name: string) => Number(chart.querySelector('circle')?.getAttribute(name));
const lineOf = (chart: HTMLElement) => chart.querySelector('path[d$="V194"]')?.getAttribute('d');

test('[METRICS-1] the arrow keys walk the points, whose values replace the sums', () => {
  const chart = openChart();
  act(() => chart.focus());
  expect(read()).toContain('Succeeded 0');
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  for (let press = 0; press < 6; press += 1) fireEvent.keyDown(chart, { key: 'ArrowRight' });
  expect(read()).toBe('Nov 22, 2026, 8 AMSucceeded 6Failed 1');
  expect(within(screen.getByRole('status')).getAllByRole('listitem')).toHaveLength(2);
  expect(document.querySelector('[data-covered]')?.textContent).toContain('Succeeded 276');
  for (let press = 0; press < 30; press += 1) fireEvent.keyDown(chart, { key: 'ArrowRight' });
  expect(read()).toContain('Succeeded 23');
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(read()).toContain('Succeeded 22');
  act(() => chart.blur());
  expect(read()).toBe('');
  expect(document.querySelector('[data-covered]')).toBeNull();
});

test('[METRICS-1] the pointer reads the nearest point until it leaves, unless the chart has the focus', () => {
  const chart = openChart();
  chart.getBoundingClientRect = () => ({ left: 100, width: 320 }) as DOMRect;
  const [first, last] = [27 + 100, 306 + 100];
  fireEvent.pointerMove(chart, { clientX: first - 12 });
  expect(read()).toContain('Succeeded 0');
  fireEvent.pointerMove(chart, { clientX: first + (last - first) / 2 + 1 });
  expect(read()).toContain('Succeeded 12');
  fireEvent.pointerLeave(chart);
  expect(read()).toBe('');
  fireEvent.pointerDown(chart, { clientX: last });
  act(() => chart.focus());
  fireEvent.pointerLeave(chart);
  expect(read()).toContain('Succeeded 23');
});

test('[METRICS-1] the line of the point that is read is at its dot, also after the width changed', () => {
  const chart = openChart();
  act(() => chart.focus());
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  const before = place(chart, 'cx');
  expect(lineOf(chart)).toBe(`M${before} 8V194`);
  act(() => resizeTo(320));
  expect(place(chart, 'cx')).toBeLessThan(before);
  expect(lineOf(chart)).toBe(`M${place(chart, 'cx')} 8V194`);
  const [first, second] = chart.querySelector('polyline')?.getAttribute('points')?.split(' ') ?? [];
  expect(second).toBe(`${place(chart, 'cx')},${place(chart, 'cy')}`);
  expect(Number(first?.split(',')[1])).toBe(194);
});

test('[METRICS-1] each axis names its numbers, fewer hours where the chart is narrow', () => {
  const chart = openChart();
  const texts = () => [...chart.querySelectorAll('text')].map(({ textContent }) => plain(textContent));
  const counts = ['0', '6', '12', '18', '24'];
  expect(texts()).toEqual([...counts, '4 AM', '8 AM', '12 PM', '4 PM', '8 PM', '12 AM']);
  act(() => resizeTo(128));
  expect(texts()).toEqual([...counts, '12 PM', '12 AM']);
});
