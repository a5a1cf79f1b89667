import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { UnsavedChanges } from '../../../features/account-info/UnsavedChanges.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { TabBar } from '../../../ui/TabBar.tsx';
import { Breadcrumb } from '../../Breadcrumb.tsx';
import pages from '../Pages.module.css';
import { SettingsTab, type SettingsTabName, settingsTabs } from './SettingsTab.tsx';

const panelId = 'settings-panel';

/** The settings in four tabs; the query says which one is open (SETTINGS-1). */
export function SettingsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/settings' });
  const selected = settingsTabs.find((name) => name === search.tab) ?? 'account';
  const textOf = (name: SettingsTabName) => t(`account-info.settings.tab.${name}`);
  return (
    <UnsavedChanges>
      <Breadcrumb current={t('shell.menuSettings')} />
      <PageTitle tab={`${textOf(selected)} · ${t('account-info.settings.title')}`}>
        {t('account-info.settings.title')}
      </PageTitle>
      <div className={pages.stack}>
        <TabBar
          label={t('account-info.settings.title')}
          panelId={panelId}
          tabs={settingsTabs.map((name) => ({ name, text: textOf(name) }))}
          selected={selected}
          onSelect={(tab) => void navigate({ to: '/settings', search: { tab } })}
        />
        <div id={panelId} role="tabpanel" aria-label={textOf(selected)} className={pages.stack}>
          <SettingsTab key={selected} name={selected} />
        </div>
      </div>
    </UnsavedChanges>
  );
}
