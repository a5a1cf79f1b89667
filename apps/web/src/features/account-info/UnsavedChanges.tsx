import { useBlocker } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { askBeforeLeaving } from '../../ui/unsaved-changes.ts';

type Discard = () => void;

interface Leave {
  readonly go?: () => void;
  /** What is discarded before. */
  readonly discards: readonly Discard[];
}

interface OpenForms {
  /** The forms with unsaved changes, each with how it discards them. */
  readonly changed: Map<string, Discard>;
  readonly ask: (leave: Leave) => void;
}

const OpenFormsContext = createContext<OpenForms | undefined>(undefined);

/** Asks before the forms within lose unsaved changes: by a dialog of ours, or on reload by the browser (EDIT-1). */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [leave, setLeave] = useState<Leave>();
  const [changed] = useState(() => new Map<string, Discard>());
  const isChanged = () => changed.size > 0;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  useEffect(
    () =>
      askBeforeLeaving((go) => (changed.size > 0 ? setLeave({ go, discards: [...changed.values()] }) : go())),
    [changed],
  );

  const confirm = () => {
    const { go, discards } = leave ?? { go: proceed, discards: [...changed.values()] };
    setLeave(undefined);
    for (const discard of discards) discard();
    go?.();
  };
  const stay = () => {
    setLeave(undefined);
    reset?.();
  };
  return (
    <OpenFormsContext value={{ changed, ask: setLeave }}>
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
    </OpenFormsContext>
  );
}

/**
 * Registers a form's unsaved changes. Returns a function that closes the form, after a question if it has any; `discard`
 * closes it.
 */
export function useUnsavedChanges(isChanged: boolean, discard: Discard): () => void {
  const id = useId();
  const forms = useContext(OpenFormsContext);
  if (!forms) throw new Error('useUnsavedChanges needs UnsavedChanges above it');
  const { changed, ask } = forms;
  const latest = useRef(discard);
  latest.current = discard;
  useEffect(() => {
    if (!isChanged) return;
    changed.set(id, () => {
      changed.delete(id);
      latest.current();
    });
    return () => {
      changed.delete(id);
    };
  }, [isChanged, changed, id]);
  return () => {
    const discardChanges = changed.get(id);
    if (discardChanges) ask({ discards: [discardChanges] });
    else discard();
  };
}
