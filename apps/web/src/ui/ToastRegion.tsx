import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../api/config.ts';
import { IconButton } from './Button.tsx';
import { returnFocus } from './focus.ts';
import { CloseIcon } from './icon.tsx';
import layout from './layout.module.css';
import classes from './ToastRegion.module.css';
import { dismissToast, shownToasts, subscribeToToasts, type Toast } from './toasts.ts';

/** The live region of toasts. It exists from the start, so that screen readers announce new ones. */
export function ToastRegion() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts, shownToasts);
  return (
    <section className={classes.region} aria-label={t('ui.messages')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/** One message, removed once its time is over, which does not pass while the pointer or the focus is on it. */
function ToastCard({ toast: { id, kind, text } }: { toast: Toast }) {
  const { t } = useTranslation();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const before = useRef<Element | null>(null);
  const isPaused = isHovered || isFocused;

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dismissToast(id), config.limits.toastMs);
    return () => clearTimeout(timer);
  }, [isPaused, id]);

  if (kind === 'announcement') return <span className={layout.hidden}>{text}</span>;

  const dismiss = () => {
    dismissToast(id);
    returnFocus(before.current);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only hold the message
    <div
      className={classes.toast}
      data-tone={kind === 'success' ? 'good' : 'bad'}
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onFocus={(event) => {
        before.current = event.relatedTarget;
        setIsFocused(true);
      }}
      onBlur={() => setIsFocused(false)}
    >
      <span>{text}</span>
      <IconButton label={t('ui.dismiss')} onClick={dismiss}>
        <CloseIcon size={18} />
      </IconButton>
    </div>
  );
}
