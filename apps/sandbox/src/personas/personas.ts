import { type ImportLine, loginLine, type Persona, personaOn } from './import-lines.ts';
import { ana, ben, helen, marcus } from './people/everyday.ts';
import { longName, lucia, mohammed, robert, wang, zoe } from './people/names.ts';
import { dana, felix, iris, nathan, nora, olivia } from './people/newcomers.ts';
import { harbor, priya } from './people/organizations.ts';
import { carl, jerome, mei } from './people/owing.ts';
import { denise, greg, samuel, walter } from './people/settled.ts';
import { tess } from './people/tester.ts';
import { planLines } from './plans.ts';

/** All demo customers as of a day, the most useful first. */
export function personasOn(today: string): Persona[] {
  return [
    ana,
    marcus,
    tess,
    lucia,
    priya,
    jerome,
    harbor,
    mei,
    samuel,
    helen,
    greg,
    walter,
    denise,
    carl,
    olivia,
    iris,
    nora,
    felix,
    nathan,
    dana,
    ben,
    zoe,
    wang,
    mohammed,
    robert,
    longName,
  ].map((persona) => ('lines' in persona ? persona : personaOn(persona, today)));
}

/** The import file with all demo customers. */
export function demoFile(today: string): ImportLine[] {
  const personas = personasOn(today);
  return [...planLines(), ...personas.flatMap(({ lines }) => lines), ...personas.map(loginLine)];
}
