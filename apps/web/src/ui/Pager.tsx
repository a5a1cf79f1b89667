import { useTranslation } from 'react-i18next';
import classes from './Pager.module.css';
import { shownPages } from './page-number.ts';

interface PagerProps {
  /** What is paged: “Invoices”. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly onPage: (page: number) => void;
}

/** Numbered pages; nothing when there is only one. */
export function Pager({ label, page, totalPages, onPage }: PagerProps) {
  const { t } = useTranslation();
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={t('ui.pages', { label })} className={classes.pager}>
      <button
        type="button"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        aria-label={t('ui.previousPage')}
      >
        ‹
      </button>
      {shownPages(page, totalPages).map((shown, index, all) =>
        shown === 'gap' ? (
          <span key={`gap before ${all[index + 1]}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            aria-current={shown === page ? 'page' : undefined}
            aria-label={t('ui.page', { page: shown })}
            onClick={() => onPage(shown)}
          >
            {shown}
          </button>
        ),
      )}
      <button
        type="button"
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
        aria-label={t('ui.nextPage')}
      >
        ›
      </button>
    </nav>
  );
}
