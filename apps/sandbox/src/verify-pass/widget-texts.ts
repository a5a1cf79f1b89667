import type { Language } from '../hosted/texts.ts';
import type { Community, WidgetOutcome } from './verify-pass-names.ts';

/** Everything that a customer reads in the widget. */
interface WidgetTexts {
  readonly title: string;
  readonly intro: string;
  readonly email: string;
  readonly group: string;
  readonly communities: Readonly<Record<Community, string>>;
  readonly outcome: string;
  readonly outcomes: Readonly<Record<WidgetOutcome, string>>;
  readonly send: string;
  readonly verified: string;
  readonly rejected: string;
  readonly closed: string;
  readonly close: string;
  readonly unknown: string;
  readonly otherLanguage: string;
}

export const widgetTexts: Readonly<Record<Language, WidgetTexts>> = {
  en: {
    title: 'Verify your service',
    intro: 'This page stands in for the eligibility service. Select what it should find.',
    email: 'Email address',
    group: 'I serve as',
    communities: { mil: 'Military', vet: 'Veteran', fir: 'First responder', tea: 'Teacher' },
    outcome: 'What happens',
    outcomes: {
      verified: 'Verified, and the portal hears of it at once',
      late: 'Verified, and the portal hears of it late',
      twice: 'Verified, and the portal hears of it twice',
      'out-of-order': 'Verified, and the portal hears of it after the next verification',
      never: 'Verified, and the portal hears of it only in the report',
      'wrong-key': 'Verified, and the portal is told with a wrong key',
      rejected: 'Not verified',
      close: 'Closed without an answer',
    },
    send: 'Continue',
    verified: 'You are verified. You can close this window.',
    rejected: 'We could not verify you. You can close this window.',
    closed: 'Nothing was sent. You can close this window.',
    close: 'Close',
    unknown: 'This link is not valid, or it was used already. Go back and start again.',
    otherLanguage: 'Español',
  },
  es: {
    title: 'Verifique su servicio',
    intro: 'Esta página sustituye al servicio de verificación. Elija qué debe encontrar.',
    email: 'Correo electrónico',
    group: 'Presto servicio como',
    communities: { mil: 'Militar', vet: 'Veterano', fir: 'Personal de emergencias', tea: 'Docente' },
    outcome: 'Qué sucede',
    outcomes: {
      verified: 'Verificado, y el portal lo sabe enseguida',
      late: 'Verificado, y el portal lo sabe tarde',
      twice: 'Verificado, y el portal lo sabe dos veces',
      'out-of-order': 'Verificado, y el portal lo sabe después de la siguiente verificación',
      never: 'Verificado, y el portal lo sabe solo por el informe',
      'wrong-key': 'Verificado, y el aviso al portal lleva una clave incorrecta',
      rejected: 'No verificado',
      close: 'Cerrado sin respuesta',
    },
    send: 'Continuar',
    verified: 'Su verificación está lista. Puede cerrar esta ventana.',
    rejected: 'No pudimos verificar sus datos. Puede cerrar esta ventana.',
    closed: 'No se envió nada. Puede cerrar esta ventana.',
    close: 'Cerrar',
    unknown: 'Este enlace no es válido o ya se usó. Regrese y comience de nuevo.',
    otherLanguage: 'English',
  },
};
