import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { requestFormUid } from './adding.calls.ts';
import { type FrameMessage, readChaseMessage } from './frame-messages.rules.ts';
import { HostedFrame } from './HostedFrame.tsx';
import type { HostedFormEvents } from './useAddMethod.ts';

interface ChaseFormProps extends HostedFormEvents {
  readonly billingName: string;
  /** Called when the form says that it is complete. Only the server knows whether it is. */
  readonly onComplete: (uid: string) => void;
  readonly onCancel: () => void;
}

/** Room above what the form scrolls to, in pixels. */
const scrollMargin = 96;

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
    if (message.kind === 'scroll') return scrollTo(frame, message.y);
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
      onMessage={receive}
    />
  );
}

/** Scrolls the panel to a place in the frame, which has no scrollbar of its own. */
function scrollTo(frame: HTMLIFrameElement, y: number): void {
  const panel = frame.closest('dialog');
  if (!panel) return;
  const top = frame.getBoundingClientRect().top - panel.getBoundingClientRect().top;
  panel.scrollTo?.({ top: panel.scrollTop + top + y - scrollMargin });
}
