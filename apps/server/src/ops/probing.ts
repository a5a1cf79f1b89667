import type { ProcessorName } from '@myaccount/contract/processors';
import type { ChargeKind } from '../gateways/card-processor/card-processor.ts';
import type { Services } from '../gateways/open-services.ts';
import type { ServiceResponse } from '../gateways/service-http.ts';
import type { Portal } from '../platform/portal.ts';

/** What calls of outside services are tried with. */
export interface Probing {
  readonly portal: Portal;
  readonly services: Services;
  /** What the operator names for the calls that need it. */
  readonly options: { readonly area: string } & Readonly<
    Partial<Record<'account' | 'by' | 'email' | 'phone' | 'visit', string>>
  >;
  /** By their references. */
  readonly charges: Map<string, ProbeCharge>;
  /** What the services answer to this call. */
  readonly answers: ServiceResponse[];
}

/** A dollar to charge to a saved test method, and how far it came. */
export interface ProbeCharge {
  readonly processor: ProcessorName;
  readonly kind: ChargeKind;
  readonly accountId: string;
  readonly token: string;
  /** 15 digits: nobody takes it for a payment of the portal, whose references have 16. */
  readonly reference: string;
  readonly transaction: string | null;
  /** Money may have moved, and was not taken back. */
  readonly mayExist: boolean;
}

/** What a call of a gateway came to. */
export interface Outcome {
  readonly outcome: string;
  /** Why, if it is a text. */
  readonly text?: unknown;
}

/** What a call came to, or why it is not made. */
export type Result = Outcome | string;
