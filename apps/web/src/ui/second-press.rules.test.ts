import { beforeEach, expect, test, vi } from 'vitest';
import { ignoreSecondPress } from './second-press.ts';

beforeEach(() => vi.useFakeTimers());

/** True when a press of the element is heard, and does what it does by default. */
function isPressHeard(html: string, selector: string, detail = 1): boolean {
  document.body.innerHTML = html;
  const heard = vi.fn();
  document.body.addEventListener('click', heard, { once: true });
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, detail });
  document.querySelector(selector)?.dispatchEvent(press);
  return heard.mock.calls.length === 1 && !press.defaultPrevented;
}

const link = '<a href="#elsewhere"><span>Elsewhere</span></a>';

test('[LOOK-4, PAY-6] the keyboard presses a link at once', () => {
  ignoreSecondPress();
  expect(isPressHeard(link, 'a', 0)).toBe(true);
});

test('[PAY-6] a link that takes the place of the button ignores the second press of a double click', () => {
  ignoreSecondPress();
  expect(isPressHeard(link, 'span')).toBe(false);
  expect(isPressHeard('<button>Other</button>', 'button')).toBe(true);
  vi.advanceTimersByTime(599);
  expect(isPressHeard(link, 'a')).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isPressHeard(link, 'a')).toBe(true);
});
