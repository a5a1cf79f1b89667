import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuIcon } from '../../ui/icons.tsx';
import classes from './PhoneDrawer.module.css';

const loadMenu = async () => ({ default: (await import('./PhoneMenu.tsx')).PhoneMenu });
// Wide screens have no use for it.
const PhoneMenu = lazy(loadMenu);

/** On a phone: the button of the drawer at the side (SHELL-5). What it holds loads once the page is there. */
export function PhoneDrawer() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // A failure shows when the drawer opens.
    loadMenu().catch(() => undefined);
  }, []);
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-label={t('shell.openMenu')}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon size={22} />
      </button>
      {isOpen && (
        <Suspense>
          <PhoneMenu onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
