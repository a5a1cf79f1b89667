import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from './layout.module.css';
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

/** Numbered pages; nothing when there is only one. A screen reader hears which page a press has led to. */
export function Pager({ label, page, totalPages, onPage }: PagerProps) {
  const { t } = useTranslation();
  const first = useRef(page);
  // The first page of a visit is not announced.
  const [isTurned, setIsTurned] = useState(false);

  useEffect(() => {
    if (page !== first.current) setIsTurned(true);
  }, [page]);

  if (totalPages <= 1) return null;
  return (
    <nav aria-label={t('ui.pages', { label })} className={classes.pager}>
      <span role="status" className={layout.hidden}>
        {isTurned && t('ui.pageOf', { page, total: totalPages })}
      </span>
      {step('previous', page - 1, page > 1)}
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
      {step('next', page + 1, page < totalPages)}
    </nav>
  );

  // It stays focusable at the end of the list, where the focus would otherwise be lost.
  function step(name: 'previous' | 'next', to: number, isPossible: boolean) {
    return (
      <button
        type="button"
        aria-label={t(`ui.${name}Page`)}
        aria-disabled={!isPossible}
        onClick={() => isPossible && onPage(to)}
      >
        {name === 'previous' ? '‹' : '›'}
      </button>
    );
  }
}
