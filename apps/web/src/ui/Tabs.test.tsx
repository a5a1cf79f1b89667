import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../testing/page.tsx';
import { user } from '../testing/user.ts';
import { Tabs } from './Tabs.tsx';

const names = ['account', 'personal', 'security'] as const;

function Settings() {
  const [selected, setSelected] = useState<(typeof names)[number]>('personal');
  const tabs = names.map((name) => ({ name, text: name }));
  return (
    <Tabs label="Settings" tabs={tabs} selected={selected} onSelect={setSelected}>
      {`Of ${selected}`}
    </Tabs>
  );
}

test('[SETTINGS-1] one tab is a stop of the Tab key; arrows, Home, and End select and lead around', async () => {
  show(<Settings />);
  await user.tab();
  for (const [key, name] of [
    ['', 'personal'],
    ['{ArrowRight}', 'security'],
    ['{ArrowRight}', 'account'],
    ['{ArrowLeft}', 'security'],
    ['{Home}', 'account'],
    ['{End}', 'security'],
    ['x', 'security'],
  ] as const) {
    if (key) await user.keyboard(key);
    expect(document.activeElement?.textContent, key).toBe(name);
    expect(screen.getByRole('tab', { selected: true }), key).toBe(document.activeElement);
    expect(screen.getByRole('tabpanel', { name }).textContent, key).toBe(`Of ${name}`);
  }
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});
