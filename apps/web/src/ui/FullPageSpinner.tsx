import { useTranslation } from 'react-i18next';

const sizePixels = 48;

/** The spinner that the page starts with (index.html), in the same place, so that loading looks like one step. */
export function FullPageSpinner() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.loading')}>
      <svg className="starting" viewBox="0 0 48 48" width={sizePixels} height={sizePixels} aria-hidden="true">
        <circle
          cx="24"
          cy="24"
          r="20"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeDasharray="90 36"
        />
      </svg>
    </div>
  );
}
