import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../api/config.ts';
import classes from './ToastRegion.module.css';
import { dismissToast, shownToasts, subscribeToToasts, type Toast } from './toasts.ts';

/** The live region of toasts. It exists from the start, so that screen readers announce new ones. */
export function ToastRegion() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  return (
    <section className={classes.region} aria-label={t('ui.messages')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPaused = isHovered || isFocused;

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(toast.id), config.limits.toastMs);
    return () => clearTimeout(timer);
  }, [isPaused, toast.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only hold the message
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <span className={classes.text}>{toast.text}</span>
      <button type="button" aria-label={t('ui.dismiss')} onClick={() => dismissToast(toast.id)}>
        ×
      </button>
    </div>
  );
}
