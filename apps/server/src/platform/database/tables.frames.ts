import type { CardType } from '@myaccount/contract/payment-methods';
import type { ProcessorName } from '@myaccount/contract/processors';
import type { Generated } from 'kysely';

export interface FrameSequenceTable {
  login_id: string;
  sequence: string;
  signed_at: Date;
}

export interface CapturedMethodTable {
  login_id: string;
  id: Generated<string>;
  capture_hash: Buffer;
  processor: ProcessorName;
  opened_at: Date;
  claimed_at: Date | null;
  answered_at: Date | null;
  code: string | null;
  verbiage: string | null;
  card_type: CardType | null;
  last_four: string | null;
  expires_on: string | null;
  token_sealed: Buffer | null;
  token_key_id: string | null;
  account_id: string | null;
  payment_method_id: string | null;
}
