import { answerFaults } from './answer-faults.ts';

/** The outside services whose behavior can be set as a whole. */
export const controlledServices = [
  'transafe',
  'orbital',
  'smtp',
  'card-frame',
  'card-form',
  'verify-pass',
  'field-service',
  'gotransverse',
  'twilio',
  'auth0',
] as const;
export type ControlledService = (typeof controlledServices)[number];

/** The modes of a service, and what it does in each. */
export const serviceModes = {
  normal: 'works',
  down: 'refuses every call',
  'black-hole': 'accepts every call, does nothing, never responds',
  'lose-answers': 'does the work, then cuts the connection',
  slow: 'does the work and responds late',
  hop: 'does the work, but a proxy on the way answers with its own JSON and the chosen status',
  'no-number': 'leaves the order number out of the response to a charge',
  swap: 'exchanges the responses to two charges made at the same time',
  'repeats-orders': 'charges an order number again (TranSafe)',
  busy: 'asks every caller to come again after the delay',
  ...answerFaults,
};
export type Mode = keyof typeof serviceModes;
export const modeNames = Object.keys(serviceModes) as Mode[];

export interface ModeSetting {
  readonly mode: Mode;
  readonly delayMs: number;
  /** How many more calls it applies to. Null: until it is changed. */
  readonly calls: number | null;
  /** Whether it applies only to calls that charge, void, or refund. */
  readonly onlyMoney?: boolean;
  /** HTTP status of the proxy's response in mode `hop`. */
  readonly status?: number;
  /** The only account that it applies to, and the field that is missing or renamed: of the billing system. */
  readonly account?: string;
  readonly field?: string;
}

const normalMode: ModeSetting = { mode: 'normal', delayMs: 0, calls: null };

export type Control = ReturnType<typeof createControl>;

/** The modes of all services, in memory only. A restart resets them. */
export function createControl() {
  const settings = new Map<ControlledService, ModeSetting>();
  const current = (service: ControlledService) => settings.get(service) ?? normalMode;
  return {
    set: (service: ControlledService, setting: ModeSetting) => {
      settings.set(service, setting);
    },
    reset: () => settings.clear(),
    read: () => controlledServices.map((service) => ({ processor: service, ...current(service) })),
    /** Returns the mode for one incoming call or its answer, and counts it if it applies. */
    take(service: ControlledService, applies: (setting: ModeSetting) => boolean = () => true): ModeSetting {
      const setting = current(service);
      if (!applies(setting)) return normalMode;
      if (setting.calls === null) return setting;
      if (setting.calls <= 1) settings.delete(service);
      else settings.set(service, { ...setting, calls: setting.calls - 1 });
      return setting;
    },
  };
}
