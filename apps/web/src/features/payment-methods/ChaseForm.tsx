import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { requestFormUid } from './adding.calls.ts';
import { answerChaseMessage, type FrameMessage, readChaseMessage } from './frame-messages.rules.ts';
import { HostedFrame } from './HostedFrame.tsx';
import type { HostedFormEvents } from './useAddMethod.ts';

interface ChaseFormProps extends HostedFormEvents {
  readonly billingName: string;
  /** Called when the form says that it is complete. Only the server knows whether it is. */
  readonly onComplete: (uid: string) => void;
  readonly onCancel: () => void;
}

/** Chase's form for a card (METHODS-4): the page speaks its messages itself, and no script of the service runs here. */
export function ChaseForm({ billingName, onComplete, onCancel, onStep, onFailure }: ChaseFormProps) {
  const { t, i18n } = useTranslation();
  const [uid, setUid] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: one uid for each form
  useEffect(() => {
    const controller = new AbortController();
    requestFormUid(billingName, controller.signal).then(setUid, (error: unknown) => {
      if (!controller.signal.aborted) onFailure({ step: 'uid', error });
    });
    return () => controller.abort();
  }, []);

  function receive(message: FrameMessage, frame: HTMLIFrameElement) {
    if (!uid) return;
    if (message.kind === 'complete') return onComplete(uid);
    // The form scrolls in itself: the customer reads there.
    if (message.kind === 'scroll') return frame.scrollIntoView?.({ block: 'nearest' });
    if (message.kind === 'refused') return onFailure({ step: 'form', codes: message.codes });
    onStep(`form-${message.kind}`);
    if (message.kind === 'cancel') onCancel();
  }

  return (
    <HostedFrame
      title={t('payment-methods.adding.frame.card')}
      src={uid && `${config.frames.chase}/hpf/?${new URLSearchParams({ uid, lang: i18n.language })}`}
      origin={config.frames.chase}
      isRequested={uid !== undefined}
      read={readChaseMessage}
      answer={answerChaseMessage}
      onMessage={receive}
      onSilence={() => onFailure({ step: 'silent' })}
    />
  );
}
