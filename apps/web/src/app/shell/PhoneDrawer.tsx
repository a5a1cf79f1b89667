import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../features/login/sign-in.ts';
import { MenuIcon } from '../../ui/icons.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { DrawerAccounts } from './DrawerAccounts.tsx';
import { LanguageButtons } from './LanguageButtons.tsx';
import { MenuLinks } from './MenuLinks.tsx';
import classes from './PhoneDrawer.module.css';

/** On a phone: menu, account picker and language picker at the side (SHELL-5). */
export function PhoneDrawer() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
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
      <SidePanel isOpen={isOpen} title={t('shell.menu')} onClose={close}>
        <MenuLinks className={classes.links} withSettings onChosen={close} />
        <DrawerAccounts onPicked={close} />
        <div className={classes.end}>
          {/* Closes, because nothing behind an open dialog is announced. */}
          <LanguageButtons onChosen={close} />
          <Button variant="default" size="md" onClick={() => void signOut()}>
            {t('shell.signOut')}
          </Button>
        </div>
      </SidePanel>
    </>
  );
}
