import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { menu, settingsMenu } from './menu.ts';

interface MenuLinksProps {
  className?: string | undefined;
  /** True where the settings' pages stand with the others. */
  withSettings?: boolean;
  onChosen?: () => void;
}

/** The menu's pages as links; the open one is marked. */
export function MenuLinks({ className, withSettings = false, onChosen }: MenuLinksProps) {
  const { t } = useTranslation();
  const entries = withSettings ? [...menu, ...settingsMenu] : menu;
  return (
    <nav aria-label={t('shell.menu')} className={className}>
      <ul>
        {entries.map(({ path, text }) => (
          <li key={path}>
            <Link
              to={path}
              activeOptions={{ exact: true, includeSearch: false }}
              onClick={() => onChosen?.()}
            >
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
