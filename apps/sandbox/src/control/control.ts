/** The outside services whose behavior can be set as a whole. */
export const controlledServices = [
  'transafe',
  'orbital',
  'smtp',
  'card-frame',
  'card-form',
  'verify-pass',
  'field-service',
  'twilio',
  'auth0',
] as const;
export type ControlledService = (typeof controlledServices)[number];

/**
 * `down` refuses. `black-hole` accepts the request, does nothing, and never responds. `lose-answers` does the work and
 * cuts the connection. `slow` does the work and responds late. `hop` does the work, but a proxy on the way answers with
 * its own JSON and the chosen HTTP status. `no-number` leaves the order number out of responses to charges. `swap`
 * exchanges the responses to two charges made at the same time.
 */
export const serviceModes = [
  'normal',
  'down',
  'black-hole',
  'lose-answers',
  'slow',
  'hop',
  'no-number',
  'swap',
] as const;
export type Mode = (typeof serviceModes)[number];

export interface ModeSetting {
  readonly mode: Mode;
  readonly delayMs: number;
  /** How many more calls it applies to. Null: until it is changed. */
  readonly calls: number | null;
  /** HTTP status of the proxy's response in mode `hop`. */
  readonly status?: number;
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
    /** Returns the mode for one incoming call and counts the call. */
    take(service: ControlledService): ModeSetting {
      const setting = current(service);
      if (setting.calls === null) return setting;
      if (setting.calls <= 1) settings.delete(service);
      else settings.set(service, { ...setting, calls: setting.calls - 1 });
      return setting;
    },
  };
}
