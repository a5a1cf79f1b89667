import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Metrics } from '../../features/metrics/Metrics.tsx';
import { rangeOf, ranges } from '../../features/metrics/ranges.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { PortalPage } from '../PortalPage.tsx';

/** Counts of sign-ins, payments, and hosted forms; the query says which range (METRICS-1). */
export function MetricsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/metrics' });
  const range = rangeOf(search.range);
  return (
    <PortalPage title={t('metrics.title')}>
      <Tabs
        label={t('metrics.ranges')}
        tabs={ranges.map((days) => ({ name: String(days), text: t(`metrics.range.${days}`) }))}
        selected={String(range)}
        onSelect={(days) => void navigate({ to: '/metrics', search: { range: days } })}
      >
        <Metrics range={range} />
      </Tabs>
    </PortalPage>
  );
}
