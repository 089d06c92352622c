import type { Faker } from '@faker-js/faker';
import { datasetError } from '../define/dataset.ts';
import { suggestion } from '../define/nearest.ts';
import type { DatasetDefinition } from '../define/types.ts';
import { Random } from '../stats/random.ts';

/** The numbers that faker draws from: those of the document at hand. */
export class SharedRandom {
  current = new Random(0);
  // faker calls these as functions.
  readonly next = (): number => this.current.fraction();
  readonly seed = (): never => {
    throw new Error('a document has its own seed');
  };
}

export interface Locales {
  /** One that isn't drawn, to look things up. */
  readonly sample: Faker;
  draw(random: Random): Faker;
}

export async function loadLocales(definition: DatasetDefinition, randomizer: SharedRandom): Promise<Locales> {
  const { allFakers, Faker } = await import('@faker-js/faker');
  let total = 0;
  const fakers = [...definition.locales].map(([locale, weight]) => {
    const known = Object.hasOwn(allFakers, locale) ? allFakers[locale as keyof typeof allFakers] : undefined;
    if (known === undefined) {
      const hint = suggestion(locale, Object.keys(allFakers));
      throw datasetError(definition, ['locales', locale], `faker has no locale "${locale}".${hint}`);
    }
    const faker = new Faker({ locale: known.rawDefinitions, randomizer });
    // Dates "in the past" have to be so from the same day on, always.
    faker.setDefaultRefDate('2024-01-01T00:00:00.000Z');
    total += weight;
    return { faker, limit: total };
  });
  const draw = (random: Random): Faker => {
    const at = random.fraction() * total;
    return (fakers.find(({ limit }) => at < limit) ?? fakers.at(-1)!).faker;
  };
  return { sample: fakers[0]!.faker, draw };
}
