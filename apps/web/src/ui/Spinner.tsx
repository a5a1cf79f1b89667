import { useTranslation } from 'react-i18next';

/** A turning ring in place of what is on its way; the words around it say what. */
export function Spinner() {
  return (
    <svg viewBox="0 0 32 32" className="spinner" aria-hidden="true">
      <circle cx="16" cy="16" r="13" />
    </svg>
  );
}

/** The spinner that the page starts with (index.html), in the same place, so that loading looks like one step. */
export function FullPageSpinner() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.loading')}>
      <svg className="starting" viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="20" />
      </svg>
    </div>
  );
}
