import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A page that stays open, and gives axe to the tab that it opened: to send it to each takes longer than to check it. */
interface KeeperWindow {
  readonly axeSource?: string;
  readonly tab?: object;
}

export type ColorScheme = 'light' | 'dark';

interface AccessibilityCheck {
  readonly schemes?: readonly ColorScheme[];
  readonly isLookOnly?: boolean;
}

interface RunOnly {
  readonly type: 'rule' | 'tag';
  readonly values: string[];
}

const wcag22aa: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules whose result depends on colors. */
const colors: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** The rules whose result depends on the width, the language, or the colors: sizes, scrolling, and names. */
const looks: RunOnly = {
  type: 'rule',
  values: axe
    .getRules(wcag22aa.values)
    .map(({ ruleId }) => ruleId)
    .filter((id) => colors.values.includes(id) || /target-size|scroll|name|label|alt|lang|title/.test(id)),
};

/**
 * Expects no violation of WCAG 2.2 AA in the color schemes and no horizontal scrolling. Of a page that is checked in another
 * look too, only what the look decides.
 */
export async function expectAccessible(
  page: Page,
  { schemes = ['light', 'dark'], isLookOnly = false }: AccessibilityCheck = {},
): Promise<void> {
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    const rules = isLookOnly ? looks : wcag22aa;
    const violations = await findViolations(page, index === 0 ? rules : colors);
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((n) => n.target).join(' | ')}`,
    );
    expect(found).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the page scrolls horizontally').toBeLessThanOrEqual(0);
}

/** Runs in the page itself. Only a page with frames needs the builder, which opens a page to put its parts together. */
async function findViolations(page: Page, runOnly: RunOnly): Promise<axe.Result[]> {
  if (page.frames().length > 1) {
    return (await new AxeBuilder({ page }).options({ runOnly }).analyze()).violations;
  }
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page);
  return page.evaluate(async (only) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      runOnly: only,
      resultTypes: ['violations'],
    });
    return violations;
  }, runOnly);
}

/** Gives axe to a page that stays open. */
export async function keepAxe(keeper: Page): Promise<void> {
  await keeper.evaluate((source) => void Object.assign(window, { axeSource: source }), axeSource);
}

/** Loads axe in a page: the keeper's, or what is sent to it where it is not the tab of one. */
async function loadAxe(page: Page): Promise<void> {
  const [keeper = page] = page.context().pages();
  await keeper.evaluate(() => {
    const { axeSource, tab } = window as KeeperWindow;
    if (axeSource && tab) Object.assign(tab, { axeSource });
  });
  if (!(await page.evaluate(() => 'axeSource' in window))) await keepAxe(page);
  // Unlike the page's own scripts, and `evaluate`, it may do what the page's policy forbids.
  const client = await page.context().newCDPSession(page);
  await client.send('Runtime.evaluate', { expression: '(0, eval)(axeSource)' });
  await client.detach();
}
