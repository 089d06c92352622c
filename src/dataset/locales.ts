import type { Faker } from '@faker-js/faker';
import { datasetError } from '../define/dataset.ts';
import { suggestion } from '../define/nearest.ts';
import type { DatasetDefinition } from '../define/types.ts';
import { Random } from '../stats/random.ts';

export interface Locales {
  readonly sample: Faker;
  /** Draws a faker by the weights of the locales. Until the next draw, all fakers take random numbers from `random`. */
  draw(random: Random): Faker;
}

export async function loadLocales(definition: DatasetDefinition): Promise<Locales> {
  const { allFakers, Faker } = await import('@faker-js/faker');
  let current = new Random(0);
  const randomizer = {
    next: () => current.fraction(),
    seed: (): never => {
      throw new Error('a document has its own seed');
    },
  };
  let total = 0;
  const fakers = [...definition.locales].map(([locale, weight]) => {
    const known = Object.hasOwn(allFakers, locale) ? allFakers[locale as keyof typeof allFakers] : undefined;
    if (known === undefined) {
      const hint = suggestion(locale, Object.keys(allFakers));
      throw datasetError(definition, ['locales', locale], `faker has no locale "${locale}".${hint}`);
    }
    const faker = new Faker({ locale: known.rawDefinitions, randomizer });
    // Makes relative dates ("in the past") independent of today.
    faker.setDefaultRefDate('2024-01-01T00:00:00.000Z');
    total += weight;
    return { faker, limit: total };
  });
  const draw = (random: Random): Faker => {
    current = random;
    const at = random.fraction() * total;
    return (fakers.find(({ limit }) => at < limit) ?? fakers.at(-1)!).faker;
  };
  return { sample: fakers[0]!.faker, draw };
}
