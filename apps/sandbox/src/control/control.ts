/** An outside service whose behaviour can be switched as a whole. */
export const controlledServices = ['transafe', 'orbital', 'smtp'] as const;
export type ControlledService = (typeof controlledServices)[number];

/**
 * `down` refuses, `black-hole` takes the request and never answers nor acts on it, `lose-answers` acts and cuts
 * the connection, `slow` acts and answers late.
 */
export const serviceModes = ['normal', 'down', 'black-hole', 'lose-answers', 'slow'] as const;
export type Mode = (typeof serviceModes)[number];

export interface ModeSetting {
  readonly mode: Mode;
  readonly delayMs: number;
  /** How many calls it still holds for; null: until it is changed. */
  readonly calls: number | null;
}

const normalMode: ModeSetting = { mode: 'normal', delayMs: 0, calls: null };

export type Control = ReturnType<typeof createControl>;

/** The switchboard of the outside world; it forgets everything at a restart. */
export function createControl() {
  const settings = new Map<ControlledService, ModeSetting>();
  const current = (service: ControlledService) => settings.get(service) ?? normalMode;
  return {
    set: (service: ControlledService, setting: ModeSetting) => {
      settings.set(service, setting);
    },
    reset: () => settings.clear(),
    read: () => controlledServices.map((service) => ({ processor: service, ...current(service) })),
    /** The mode for one call that comes in now, which it counts. */
    take(service: ControlledService): ModeSetting {
      const setting = current(service);
      if (setting.calls === null) return setting;
      if (setting.calls <= 1) settings.delete(service);
      else settings.set(service, { ...setting, calls: setting.calls - 1 });
      return setting;
    },
  };
}
