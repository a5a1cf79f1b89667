import type { CountsPoint } from '@myaccount/contract/metrics';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
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

/** jsdom lays nothing out: says how wide the plot is. */
let width = 640;
let resize: (() => void)[] = [];
beforeEach(() => {
  width = 640;
  resize = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly callback: (entries: unknown[]) => void;
      constructor(callback: (entries: unknown[]) => void) {
        this.callback = callback;
      }
      observe() {
        const tell = () => this.callback([{ contentRect: { width, height: 224 } }]);
        resize.push(tell);
        tell();
      }
      unobserve() {}
      disconnect() {}
    },
  );
});

async function readPoint(presses: number): Promise<HTMLElement> {
  const { container } = await renderPage(
    <EventChart
      chart={{ name: 'login', lines: ['success', 'failure'] }}
      counts={sums}
      series={series}
      range={1}
    />,
    { at: '/metrics' },
  );
  const chart = await screen.findByRole('application');
  act(() => chart.focus());
  for (let press = 0; press < presses; press += 1) {
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(`Succeeded ${press + 1}`));
  }
  return container;
}

const xOfLine = (container: HTMLElement) =>
  Number(container.querySelector('line[stroke="var(--field-line)"][x1]:not([class])')?.getAttribute('x1'));
const xOfDot = (container: HTMLElement) =>
  Number(container.querySelector('.recharts-active-dot circle')?.getAttribute('cx'));

test('[METRICS-1] the values of the point that is read stand in the place of the sums, without a box over the lines', async () => {
  const container = await readPoint(6);
  const status = screen.getByRole('status');
  expect(status.textContent).toMatch(/Nov.22,.2026, 8.AM.*Succeeded 6.*Failed 1/);
  expect(within(status).getAllByRole('listitem')).toHaveLength(2);
  expect(container.querySelector('[data-covered]')?.textContent).toContain('Succeeded 276');
  expect(container.querySelector('.recharts-tooltip-wrapper')?.textContent).toBe('');
  act(() => screen.getByRole('application').blur());
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  expect(container.querySelector('[data-covered]')).toBeNull();
});

test('[METRICS-1] the line of the point that is read stands at its dot, also after the width changed', async () => {
  const container = await readPoint(6);
  const before = xOfDot(container);
  expect(before).toBeGreaterThan(0);
  expect(xOfLine(container)).toBeCloseTo(before, 3);
  width = 320;
  act(() => resize.forEach((tell) => void tell()));
  await waitFor(() => expect(xOfDot(container)).toBeLessThan(before));
  expect(xOfLine(container)).toBeCloseTo(xOfDot(container), 3);
});
