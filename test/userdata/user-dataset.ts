/** A dataset of documents that a person has. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { DatasetDefinition } from '../../src/define/types.ts';
import { makeUserDataset } from '../../src/userdata/make.ts';
import { takeDocuments } from '../../src/userdata/take.ts';
import { folderWith } from '../define/place.ts';

export const ORDER = {
  title: 'Order',
  type: 'object',
  required: ['id', 'status', 'note'],
  properties: {
    id: { type: 'integer', format: 'int64', minimum: 1, maximum: 9_999 },
    status: { enum: ['NEW', 'SENT'] },
    note: { type: ['string', 'null'], maxLength: 12 },
    price: { type: 'number', minimum: 0, maximum: 1_000, 'x-digits': 6 },
  },
};

export const order = (index: number): object => ({
  id: index + 1,
  status: index % 3 === 0 ? 'NEW' : 'SENT',
  note: index % 4 === 0 ? null : `note ${'abcdefgh'[index % 8]}${index}`,
  ...(index % 2 === 0 && { price: (index * 37) / 100 }),
});

export const orders = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(order(index))}\n`).join('');

/** Made in a folder of its own from the content of a file, as `wiremark new dataset --from` does it. */
export async function userDataset(
  context: TestContext,
  content: string,
  {
    schema = ORDER,
    file = 'orders.ndjson',
    title = 'Orders',
  }: { schema?: object; file?: string; title?: string } = {},
): Promise<{ folder: string; definition: DatasetDefinition }> {
  const folder = folderWith(context, { [file]: content });
  const taken = await takeDocuments(join(folder, file));
  const given = { name: 'orders', title, schema: JSON.stringify(schema), taken };
  const { definition } = await makeUserDataset(join(folder, 'datasets'), given);
  return { folder, definition };
}
