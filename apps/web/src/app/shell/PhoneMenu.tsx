import { useTranslation } from 'react-i18next';
import { signOut } from '../../features/login/sign-in.ts';
import { Button } from '../../ui/Button.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { leavePage } from '../../ui/unsaved-changes.ts';
import { DrawerAccounts } from './DrawerAccounts.tsx';
import { LanguageButtons } from './LanguageButtons.tsx';
import { MenuLinks } from './MenuLinks.tsx';
import classes from './PhoneDrawer.module.css';

/** What the drawer of a phone holds: menu, account picker, and language picker (SHELL-5). */
export function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SidePanel isOpen title={t('shell.menu')} onClose={onClose}>
      <MenuLinks className={classes.links} withSettings onChosen={onClose} />
      <DrawerAccounts onPicked={onClose} />
      <div className={classes.end}>
        {/* Closes, because nothing behind an open dialog is announced. */}
        <LanguageButtons onChosen={onClose} />
        <Button variant="default" size="md" onClick={() => leavePage(() => void signOut())}>
          {t('shell.signOut')}
        </Button>
      </div>
    </SidePanel>
  );
}
