import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { indexAfterKey } from './arrow-keys.ts';
import classes from './Tabs.module.css';

interface TabsProps<Name extends string> {
  /** What the tabs choose, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly text: string }[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  /** Of the panel. */
  readonly className?: string;
  /** What the selected tab shows. */
  readonly children: ReactNode;
}

/** Tabs over a panel, the selected one in view: one stop of the Tab key, the arrow keys select. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, selected, onSelect, className, children } = props;
  const panelId = useId();
  const bar = useRef<HTMLDivElement>(null);
  const index = tabs.findIndex(({ name }) => name === selected);

  useEffect(() => {
    const center = () => {
      const box = bar.current;
      const tab = box?.children[index];
      // Not `scrollIntoView`, which would scroll the page too.
      if (box && tab instanceof HTMLElement)
        box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
    };
    center();
    window.addEventListener('resize', center);
    return () => window.removeEventListener('resize', center);
  }, [index]);

  function move(event: KeyboardEvent): void {
    const next = indexAfterKey(event.key, ['ArrowLeft', 'ArrowRight'], index, tabs.length);
    const tab = tabs[next ?? -1];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onSelect(tab.name);
    bar.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <>
      <div
        ref={bar}
        role="tablist"
        aria-label={label}
        className={classes.bar}
        // Another one for each tab: the router would scroll the bar back to where it was before the press.
        data-scroll-restoration-id={`${label}-${selected}`}
        onKeyDown={move}
      >
        {tabs.map(({ name, text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={name === selected}
            aria-controls={panelId}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => onSelect(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={panelId} role="tabpanel" aria-label={tabs[index]?.text} className={className}>
        {children}
      </div>
    </>
  );
}
