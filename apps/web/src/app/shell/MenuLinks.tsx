import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { menu, settingsMenu } from './menu.ts';

interface MenuLinksProps {
  readonly className?: string | undefined;
  /** True to list the settings pages with the others. */
  readonly withSettings?: boolean;
  readonly onChosen?: () => void;
}

/** The menu's pages as links; the current one is marked. */
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
