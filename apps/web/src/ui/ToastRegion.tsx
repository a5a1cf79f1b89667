import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../api/config.ts';
import { returnFocus } from './focus.ts';
import { CloseIcon } from './icons.tsx';
import layout from './layout.module.css';
import classes from './ToastRegion.module.css';
import { dismissToast, shownToasts, subscribeToToasts, type Toast } from './toasts.ts';

/** The live region of toasts. It exists from the start, so that screen readers announce new ones. */
export function ToastRegion() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, shownToasts);
  return (
    <section className={classes.region} aria-label={t('ui.messages')} aria-live="polite">
      {toasts.map((toast) =>
        toast.kind === 'announcement' ? (
          <Announcement key={toast.id} toast={toast} />
        ) : (
          <ToastCard key={toast.id} toast={toast} />
        ),
      )}
    </section>
  );
}

/** Removes the message once its time is over, which stands still while `isPaused`. */
function useExpiry(id: number, isPaused = false): void {
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(id), config.limits.toastMs);
    return () => clearTimeout(timer);
  }, [isPaused, id]);
}

function Announcement({ toast }: { toast: Toast }) {
  useExpiry(toast.id);
  return <span className={layout.hidden}>{toast.text}</span>;
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const before = useRef<Element | null>(null);
  useExpiry(toast.id, isHovered || isFocused);

  const dismiss = () => {
    dismissToast(toast.id);
    returnFocus(before.current);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only hold the message
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onFocus={(event) => {
        before.current = event.relatedTarget;
        setIsFocused(true);
      }}
      onBlur={() => setIsFocused(false)}
    >
      <span>{toast.text}</span>
      <button type="button" className={layout.bare} aria-label={t('ui.dismiss')} onClick={dismiss}>
        <CloseIcon size={18} />
      </button>
    </div>
  );
}
