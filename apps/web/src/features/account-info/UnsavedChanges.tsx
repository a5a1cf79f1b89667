import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { askBeforeLeaving, leavePage, unsavedForms } from '../../ui/unsaved-changes.ts';

const isChanged = () => unsavedForms.size > 0;

/** Asks before the page loses unsaved changes: by a dialog of ours, or on reload by the browser (EDIT-1). */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [leave, setLeave] = useState<{ discards: readonly (() => void)[]; goOn: () => void }>();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  useEffect(() => askBeforeLeaving((discards, goOn) => setLeave({ discards, goOn })), []);

  const confirm = () => {
    const { discards, goOn } = leave ?? { discards: [...unsavedForms.values()], goOn: proceed };
    setLeave(undefined);
    for (const discard of discards) discard();
    goOn?.();
  };
  const stay = () => {
    setLeave(undefined);
    reset?.();
  };
  return (
    <>
      {children}
      {(leave || status === 'blocked') && (
        <ConfirmDialog
          title={t('account-info.unsaved.title')}
          confirmLabel={t('account-info.unsaved.leave')}
          cancelLabel={t('account-info.unsaved.stay')}
          onConfirm={confirm}
          onCancel={stay}
        >
          {t('account-info.unsaved.text')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Returns a function that closes a form by `discard`, after a question if it has unsaved changes. Registers these. */
export function useUnsavedChanges(hasChanges: boolean, discard: () => void): () => void {
  const id = useId();
  const latest = useRef(discard);
  latest.current = discard;
  useEffect(() => {
    if (!hasChanges) return;
    unsavedForms.set(id, () => {
      unsavedForms.delete(id);
      latest.current();
    });
    return () => {
      unsavedForms.delete(id);
    };
  }, [hasChanges, id]);
  return () => {
    const discardChanges = unsavedForms.get(id);
    if (discardChanges) leavePage(() => undefined, [discardChanges]);
    else discard();
  };
}
