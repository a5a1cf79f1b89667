import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { indexAfterKey } from './arrow-keys.ts';
import { Button } from './Button.tsx';
import classes from './Dropdown.module.css';
import layout from './layout.module.css';

interface DropdownProps {
  /** What the button shows. */
  readonly button: ReactNode;
  /** Accessible name of a button that shows only an icon. */
  readonly buttonLabel?: string;
  /** {@link DropdownEntry}, {@link DropdownGroup}, or links with the role `menuitem`. Choosing one closes the menu. */
  readonly children: ReactNode;
}

const entrySelector = '[role^="menuitem"]';

/** Returns the index of the next entry that begins with a typed letter; undefined for other keys, and if there is none. */
function indexOfLetter(key: string, index: number, entries: readonly HTMLElement[]): number | undefined {
  if (!/^\S$/u.test(key)) return undefined;
  const after = [...entries.keys()].map((step) => (index + 1 + step) % entries.length);
  const begins = (each: number) =>
    entries[each]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
  return after.find(begins);
}

function entriesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>(entrySelector) ?? [])];
}

/** A menu button with the keys of the ARIA practices. Tab, choosing an entry, and a press outside close the menu. */
export function Dropdown({ button, buttonLabel, children }: DropdownProps) {
  const [openedAt, setOpenedAt] = useState<'first' | 'last'>();
  const toggle = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (openedAt)
      entriesOf(menu.current)
        .at(openedAt === 'first' ? 0 : -1)
        ?.focus();
  }, [openedAt]);

  const close = () => {
    setOpenedAt(undefined);
    toggle.current?.focus();
  };
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpenedAt(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const moveOrClose = (event: KeyboardEvent) => {
    // Tab then goes on from the button.
    if (event.key === 'Escape' || event.key === 'Tab') return close();
    const entries = entriesOf(menu.current);
    const index = entries.indexOf(event.target as HTMLElement);
    const to =
      indexAfterKey(event.key, ['ArrowUp', 'ArrowDown'], index, entries.length) ??
      indexOfLetter(event.key, index, entries);
    if (to === undefined) return;
    event.preventDefault();
    entries[to]?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus of the button and the menu within
    <div
      className={classes.dropdown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpenedAt(undefined);
      }}
    >
      <Button
        ref={toggle}
        id={`${id}-button`}
        variant="default"
        className={classes.button ?? ''}
        aria-haspopup="menu"
        aria-expanded={openedAt !== undefined}
        aria-label={buttonLabel}
        onClick={() => setOpenedAt(openedAt ? undefined : 'first')}
        onKeyDown={openByArrow}
      >
        {button}
      </Button>
      {openedAt && (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; Escape does the same */}
          <div
            className={classes.shade}
            onMouseDown={(event) => {
              // A press on nothing would drop the focus.
              event.preventDefault();
              close();
            }}
          />
          <div
            ref={menu}
            role="menu"
            tabIndex={-1}
            aria-labelledby={`${id}-button`}
            className={`${layout.menu} ${classes.menu}`}
            onKeyDown={moveOrClose}
            onClick={(event) => (event.target as Element).closest(entrySelector) && close()}
          >
            {children}
          </div>
        </>
      )}
    </div>
  );
}

interface DropdownEntryProps {
  /** Whether it is the chosen one of a group; undefined for an entry that runs an action. */
  readonly isChosen?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** An entry that runs an action, or one choice of a group. */
export function DropdownEntry({ isChosen, onChoose, children }: DropdownEntryProps) {
  const common = { type: 'button', tabIndex: -1, onClick: onChoose, children } as const;
  return isChosen === undefined ? (
    <button {...common} role="menuitem" />
  ) : (
    <button {...common} role="menuitemradio" aria-checked={isChosen} />
  );
}

/** Entries below a heading. */
export function DropdownGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className={classes.title}>
        {title}
      </div>
      {children}
    </div>
  );
}
