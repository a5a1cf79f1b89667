import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { signFrame } from './adding.calls.ts';
import { type FrameMessage, readTransafeMessage } from './frame-messages.rules.ts';
import { HostedFrame } from './HostedFrame.tsx';
import type { HostedFormEvents, MethodKind } from './useAddMethod.ts';

interface TransafeFrameProps extends HostedFormEvents {
  readonly kind: MethodKind;
  /** Called with the ticket of what was typed. Only the server knows whether it is good. */
  readonly onTicket: (ticket: string) => void;
}

const frameName = 'transafe-frame';

/**
 * TranSafe's frame for a card or a bank account (METHODS-3). A form with signed inputs is posted into a blank frame; the
 * frame answers with a ticket. It asks to be loaded again when it has stood too long.
 */
export function TransafeFrame({ kind, onTicket, onStep, onFailure }: TransafeFrameProps) {
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  const [signed, setSigned] = useState<Awaited<ReturnType<typeof signFrame>>>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round needs its own signature
  useEffect(() => {
    const controller = new AbortController();
    signFrame(kind, controller.signal).then(setSigned, (error: unknown) => {
      if (!controller.signal.aborted) onFailure({ step: 'sign', error });
    });
    return () => controller.abort();
  }, [kind, round]);

  useEffect(() => {
    if (signed) form.current?.submit();
  }, [signed]);

  function receive(message: FrameMessage): void {
    if (message.kind === 'ticket') onTicket(message.ticket);
    if (message.kind === 'refused') onFailure({ step: 'frame', words: message.words });
    if (message.kind === 'invalid' || message.kind === 'reload') onStep(`frame-${message.kind}`);
    if (message.kind === 'reload') setRound(round + 1);
  }

  return (
    <>
      {signed && (
        <form
          key={signed.sequence}
          ref={form}
          method="post"
          action={`${config.frames.transafe}/PaymentFrame`}
          target={frameName}
          hidden
        >
          {signed.fields.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} readOnly />
          ))}
          <input type="hidden" name="lang" value={i18n.language} readOnly />
        </form>
      )}
      <HostedFrame
        key={round}
        name={frameName}
        title={t(`payment-methods.adding.frame.${kind}`)}
        origin={config.frames.transafe}
        isRequested={signed !== undefined}
        read={readTransafeMessage}
        onMessage={receive}
        onSilence={() => onFailure({ step: 'silent' })}
      />
    </>
  );
}
