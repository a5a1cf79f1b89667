import type { Language } from '@myaccount/contract/languages';
import type { ServiceState } from '../../platform/http/health.ts';

/** Why a call had no result. */
export type IdentityFailure =
  | { readonly outcome: 'too-many'; readonly retryAfterSeconds: number }
  | {
      readonly outcome: 'unavailable';
      readonly text: string;
      /** The service refuses the portal itself: wrong credentials, or a grant or connection that is not set up. */
      readonly isMisconfigured: boolean;
    };

export type CodeSending =
  | { readonly outcome: 'sent' }
  /** The service mails no code to this address. */
  | { readonly outcome: 'unknown-address' }
  | IdentityFailure;

export type CodeCheck =
  /** The code was right, and the service says that this address, verified, is the one that signed in. */
  | { readonly outcome: 'verified' }
  | { readonly outcome: 'wrong-code' }
  | { readonly outcome: 'expired-code' }
  /** The code was right, but the service does not let this person in. */
  | { readonly outcome: 'refused'; readonly text: string }
  /** The service's word cannot be believed: a token that is not its own or not for us, or another address. */
  | { readonly outcome: 'untrusted'; readonly text: string }
  | IdentityFailure;

export interface CodeRequest {
  readonly emailAddress: string;
  readonly language: Language;
  /** The service counts its own limits by it. */
  readonly clientAddress: string;
}

export interface CodeExchange {
  readonly emailAddress: string;
  readonly code: string;
  readonly clientAddress: string;
}

/** The outside service that mails sign-in codes and checks them. No call throws. */
export interface Identity {
  /** Has a code mailed. It replaces every earlier code of this address. */
  sendCode(request: CodeRequest): Promise<CodeSending>;
  /** Checks a code and looks up who signed in with it. A right code is used up, whatever the result. */
  checkCode(typed: CodeExchange): Promise<CodeCheck>;
  state(): ServiceState;
}
